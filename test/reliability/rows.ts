/** All rows, in the order of the table. */
import type { Row } from './row.ts'
import { bombsRow } from './rows/bombs.ts'
import { boundedGrowthRow } from './rows/bounded-growth.ts'
import { browserChannelsRow } from './rows/browser-channels.ts'
import { browserKillsRow } from './rows/browser-kills.ts'
import { cancelRow } from './rows/cancel.ts'
import { chromiumPipeRow } from './rows/chromium-pipe.ts'
import { damagedResultsRow } from './rows/damaged-results.ts'
import { fairShareRow } from './rows/fair-share.ts'
import { faultyNetworkRow } from './rows/faulty-network.ts'
import { fuzzRow } from './rows/fuzz.ts'
import { gatewayKillsRow } from './rows/gateway-kills.ts'
import { halfWrittenRow } from './rows/half-written.ts'
import { hostileHtmlRow } from './rows/hostile-html.ts'
import { hostilePagesRow } from './rows/hostile-pages.ts'
import { loadRow } from './rows/load.ts'
import { mailRow } from './rows/mail.ts'
import { muteStoreRow } from './rows/mute-store.ts'
import { overloadRow } from './rows/overload.ts'
import { patternCostRow } from './rows/pattern-cost.ts'
import { pausingRow } from './rows/pausing.ts'
import { poisonRow } from './rows/poison.ts'
import { politeJobsRow } from './rows/polite-jobs.ts'
import { rebindingRow } from './rows/rebinding.ts'
import { redactionRow } from './rows/redaction.ts'
import { redirectsRow } from './rows/redirects.ts'
import { regexRow } from './rows/regex.ts'
import { replayRow } from './rows/replay.ts'
import { rollingRestartRow } from './rows/rolling-restart.ts'
import { schemaCostRow } from './rows/schema-cost.ts'
import { schemesRow } from './rows/schemes.ts'
import { secretsRow } from './rows/secrets.ts'
import { servicesAwayRow } from './rows/services-away.ts'
import { sharedHostRow } from './rows/shared-host.ts'
import { slowLorisRow } from './rows/slow-loris.ts'
import { soakRow } from './rows/soak.ts'
import { ssrfRow } from './rows/ssrf-corpus.ts'
import { stallRow } from './rows/stall.ts'
import { startUpRow } from './rows/start-up.ts'
import { tenancyRow } from './rows/tenancy.ts'
import { timeBudgetRow } from './rows/time-budget.ts'
import { trapsRow } from './rows/traps.ts'
import { wakeUpsRow } from './rows/wake-ups.ts'
import { webhookRow } from './rows/webhook.ts'
import { workerKillsRow } from './rows/worker-kills.ts'

export const rows: readonly Row[] = [
  ssrfRow,
  rebindingRow,
  redirectsRow,
  browserChannelsRow,
  schemesRow,
  workerKillsRow,
  browserKillsRow,
  gatewayKillsRow,
  servicesAwayRow,
  replayRow,
  stallRow,
  timeBudgetRow,
  cancelRow,
  bombsRow,
  slowLorisRow,
  hostileHtmlRow,
  regexRow,
  hostilePagesRow,
  trapsRow,
  soakRow,
  tenancyRow,
  secretsRow,
  webhookRow,
  mailRow,
  fuzzRow,
  loadRow,
  overloadRow,
  faultyNetworkRow,
  rollingRestartRow,
  startUpRow,
  patternCostRow,
  schemaCostRow,
  redactionRow,
  chromiumPipeRow,
  halfWrittenRow,
  muteStoreRow,
  damagedResultsRow,
  poisonRow,
  boundedGrowthRow,
  sharedHostRow,
  fairShareRow,
  politeJobsRow,
  wakeUpsRow,
  pausingRow,
]
