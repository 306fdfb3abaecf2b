/** The second half of the rows, whose shortened forms run in another process than those of the first. */
import type { Row } from './row.ts'
import { boundedGrowthRow } from './rows/bounded-growth.ts'
import { chromiumPipeRow } from './rows/chromium-pipe.ts'
import { damagedResultsRow } from './rows/damaged-results.ts'
import { fairShareRow } from './rows/fair-share.ts'
import { faultyNetworkRow } from './rows/faulty-network.ts'
import { fuzzRow } from './rows/fuzz.ts'
import { halfWrittenRow } from './rows/half-written.ts'
import { loadRow } from './rows/load.ts'
import { mailRow } from './rows/mail.ts'
import { muteStoreRow } from './rows/mute-store.ts'
import { overloadRow } from './rows/overload.ts'
import { patternCostRow } from './rows/pattern-cost.ts'
import { pausingRow } from './rows/pausing.ts'
import { poisonRow } from './rows/poison.ts'
import { politeJobsRow } from './rows/polite-jobs.ts'
import { redactionRow } from './rows/redaction.ts'
import { rollingRestartRow } from './rows/rolling-restart.ts'
import { schemaCostRow } from './rows/schema-cost.ts'
import { sharedHostRow } from './rows/shared-host.ts'
import { startUpRow } from './rows/start-up.ts'
import { wakeUpsRow } from './rows/wake-ups.ts'
import { webhookRow } from './rows/webhook.ts'

export const secondHalf: readonly Row[] = [
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
