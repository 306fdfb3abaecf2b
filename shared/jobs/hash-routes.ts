/** Whether the fragments of URLs name pages of their own in a job. */
import type { JobInput } from '../tasks/job-input.ts'

/** Whether fragments can tell the pages of a job apart: only a browser goes to a route. */
export const hashRoutesOf = ({ page }: Pick<JobInput, 'page'>): boolean => page.render !== 'never'
