/** "Current details" of a job for operators in the Web UI. */
import { runIdOf } from '@seine/shared/temporal/names.ts'
import type { FinaliseResult, JobWorkflowInput, RunOutcome } from '@seine/shared/temporal/shapes.ts'

const because = (outcome: RunOutcome): string => (outcome.status === 'failed' ? `: ${outcome.error}` : '')

/** Details while the run is in progress: where its progress is shown. */
export const runningDetails = ({ jobId }: Pick<JobWorkflowInput, 'jobId'>): string =>
  `**running** · pages, rate and errors: workflow \`${runIdOf(jobId)}\``

/** Details once the run has ended and its archives are being written. */
export const endingDetails = (outcome: RunOutcome): string =>
  `**${outcome.status}**${because(outcome)} · archives are being written`

/** Details once the final status is in the store. */
export const endedDetails = (outcome: RunOutcome, { total, completed, failed }: FinaliseResult): string =>
  [
    `**${outcome.status}**${because(outcome)}`,
    '',
    '| pages | completed | failed |',
    '| ---: | ---: | ---: |',
    `| ${total} | ${completed} | ${failed} |`,
  ].join('\n')

/** Details once all attempts to write the final status have failed. */
export const unrecordedDetails = (outcome: RunOutcome): string =>
  `**${outcome.status}**${because(outcome)} · without a record: \`POST …/finalise\` makes it from the stored results`
