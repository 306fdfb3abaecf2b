/** The first half of the rows, whose shortened forms run in one process; a row that continues others (R10) is with those. */
import type { Row } from './row.ts'
import { bombsRow } from './rows/bombs.ts'
import { browserChannelsRow } from './rows/browser-channels.ts'
import { browserKillsRow } from './rows/browser-kills.ts'
import { cancelRow } from './rows/cancel.ts'
import { gatewayKillsRow } from './rows/gateway-kills.ts'
import { hostileHtmlRow } from './rows/hostile-html.ts'
import { hostilePagesRow } from './rows/hostile-pages.ts'
import { rebindingRow } from './rows/rebinding.ts'
import { redirectsRow } from './rows/redirects.ts'
import { regexRow } from './rows/regex.ts'
import { replayRow } from './rows/replay.ts'
import { schemesRow } from './rows/schemes.ts'
import { secretsRow } from './rows/secrets.ts'
import { servicesAwayRow } from './rows/services-away.ts'
import { slowLorisRow } from './rows/slow-loris.ts'
import { soakRow } from './rows/soak.ts'
import { ssrfRow } from './rows/ssrf-corpus.ts'
import { stallRow } from './rows/stall.ts'
import { tenancyRow } from './rows/tenancy.ts'
import { timeBudgetRow } from './rows/time-budget.ts'
import { trapsRow } from './rows/traps.ts'
import { workerKillsRow } from './rows/worker-kills.ts'

export const firstHalf: readonly Row[] = [
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
]
