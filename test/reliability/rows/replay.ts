/** R10: replays the histories left by faults against the present workflows. */
import { Worker } from '@temporalio/worker'
import { allOf, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import type { Row, RowContext } from '../row.ts'
import { builtWorkflows } from '../../stack/built-workflows.ts'
import { gatewayKillsRow } from './gateway-kills.ts'
import { servicesAwayRow } from './services-away.ts'
import { workerKillsRow } from './worker-kills.ts'

/** Rows whose workflows experience faults; R7 has none. */
const faultyRows = [workerKillsRow, gatewayKillsRow, servicesAwayRow]

export const replayRow: Row = {
  id: 'R10',
  name: 'Replay',
  closing: true,
  method:
    'Every workflow history that R6, R8 and R9 have left in the same run is replayed against the workflows of this version; alone, the row runs those rows first.',
  counted: 'Histories replayed without a difference.',
  passMark: '100 %, 0 non-determinism',
  async run(context: RowContext): Promise<Mark[]> {
    const { histories } = context
    if (histories.length === 0) for (const row of faultyRows) await row.run(context)
    const workflowBundle = await builtWorkflows()
    const differing: string[] = []
    let same = 0
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      if (error === undefined) same += 1
      else differing.push(`${workflowId}: ${error.message}`)
    }
    const events = histories.reduce((sum, { history }) => sum + (history.events?.length ?? 0), 0)
    return [
      holds('histories', String(histories.length), 'some', histories.length > 0),
      reported('events in them', String(events)),
      allOf('replayed without a difference', same, histories.length),
      reported('the first that differs', differing[0] ?? 'none'),
    ]
  },
}
