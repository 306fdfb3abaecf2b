/** What operators see as "current details" of a job in the Web UI. */
import { runIdOf } from '@seine/shared/temporal/names.ts'
import type { FinaliseResult, JobWorkflowInput, RunOutcome } from '@seine/shared/temporal/shapes.ts'

const because = (outcome: RunOutcome): string => (outcome.status === 'failed' ? `: ${outcome.error}` : '')

/** While the run is under way: where its progress is to be seen. */
export const runningDetails = ({ jobId }: Pick<JobWorkflowInput, 'jobId'>): string =>
  `**running** · pages, rate and errors: workflow \`${runIdOf(jobId)}\``

/** Once the run has ended and its archives are being written. */
export const endingDetails = (outcome: RunOutcome): string =>
  `**${outcome.status}**${because(outcome)} · archives are being written`

/** Once the final status is in the store. */
export const endedDetails = (outcome: RunOutcome, { total, completed, failed }: FinaliseResult): string =>
  [
    `**${outcome.status}**${because(outcome)}`,
    '',
    '| pages | completed | failed |',
    '| ---: | ---: | ---: |',
    `| ${total} | ${completed} | ${failed} |`,
  ].join('\n')

/** Once the attempts at writing the final status have come to nothing. */
export const unrecordedDetails = (outcome: RunOutcome): string =>
  `**${outcome.status}**${because(outcome)} · without a record: \`POST …/finalise\` makes it from what is stored`
