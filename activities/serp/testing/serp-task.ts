/** A search task for tests. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'

/** Returns a task with defaults for everything that is not given. */
export const serpTask = (change: Partial<SerpTask> & Pick<SerpTask, 'query'>): SerpTask => ({
  tenant: 't',
  engine: 'google',
  country: null,
  language: null,
  numResults: 10,
  page: 1,
  safeSearch: 'moderate',
  timeRange: null,
  device: 'desktop',
  mode: 'full',
  ...change,
})
