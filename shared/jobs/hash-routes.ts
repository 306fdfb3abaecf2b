/** Decides whether URLs that differ in their fragment are different pages in a job. */
import type { JobInput } from '../tasks/job-input.ts'

/** Returns true when fragments can distinguish pages of the job: only a browser can open such a route. */
export const hashRoutesOf = ({ page }: Pick<JobInput, 'page'>): boolean => page.render !== 'never'
