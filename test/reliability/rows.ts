/** Every row, in the order of the table. */
import type { Row } from './row.ts'
import { bombsRow } from './rows/bombs.ts'
import { boundedGrowthRow } from './rows/bounded-growth.ts'
import { browserChannelsRow } from './rows/browser-channels.ts'
import { cancelRow } from './rows/cancel.ts'
import { chromiumPipeRow } from './rows/chromium-pipe.ts'
import { damagedResultsRow } from './rows/damaged-results.ts'
import { fairShareRow } from './rows/fair-share.ts'
import { gatewayKillsRow } from './rows/gateway-kills.ts'
import { hostileHtmlRow } from './rows/hostile-html.ts'
import { hostilePagesRow } from './rows/hostile-pages.ts'
import { mailRow } from './rows/mail.ts'
import { overloadRow } from './rows/overload.ts'
import { patternCostRow } from './rows/pattern-cost.ts'
import { politeJobsRow } from './rows/polite-jobs.ts'
import { poisonRow } from './rows/poison.ts'
import { pausingRow } from './rows/pausing.ts'
import { rebindingRow } from './rows/rebinding.ts'
import { redactionRow } from './rows/redaction.ts'
import { redirectsRow } from './rows/redirects.ts'
import { regexRow } from './rows/regex.ts'
import { schemaCostRow } from './rows/schema-cost.ts'
import { schemesRow } from './rows/schemes.ts'
import { secretsRow } from './rows/secrets.ts'
import { sharedHostRow } from './rows/shared-host.ts'
import { ssrfRow } from './rows/ssrf-corpus.ts'
import { stallRow } from './rows/stall.ts'
import { startUpRow } from './rows/start-up.ts'
import { tenancyRow } from './rows/tenancy.ts'
import { halfWrittenRow } from './rows/half-written.ts'
import { muteStoreRow } from './rows/mute-store.ts'
import { timeBudgetRow } from './rows/time-budget.ts'
import { wakeUpsRow } from './rows/wake-ups.ts'
import { workerKillsRow } from './rows/worker-kills.ts'

export const rows: readonly Row[] = [
  ssrfRow,
  rebindingRow,
  redirectsRow,
  browserChannelsRow,
  schemesRow,
  workerKillsRow,
  gatewayKillsRow,
  stallRow,
  timeBudgetRow,
  cancelRow,
  bombsRow,
  hostileHtmlRow,
  regexRow,
  hostilePagesRow,
  tenancyRow,
  secretsRow,
  mailRow,
  overloadRow,
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
