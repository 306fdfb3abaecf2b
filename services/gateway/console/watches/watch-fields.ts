/** The fields of the form of a watch: their names are those of the API. */
import type { WatchDraft } from './watch-draft.ts'

export interface WatchField {
  name: Exclude<keyof WatchDraft, 'job' | 'paused'>
  /** As the API spells it. */
  label: string
  help: string
  kind: 'line' | 'lines' | 'number' | 'choice' | 'email'
  choices?: readonly string[]
  /** The job that has the field; both when it is missing. */
  job?: WatchDraft['job']
}

export const mainFields: readonly WatchField[] = [
  { name: 'name', label: 'name', help: 'Name for people.', kind: 'line' },
]

export const jobFields: readonly WatchField[] = [
  { name: 'url', label: 'url', help: 'Where the crawl starts.', kind: 'line', job: 'crawl' },
  { name: 'urls', label: 'urls', help: 'One address a line.', kind: 'lines', job: 'batch' },
  { name: 'limit', label: 'limit', help: 'Most pages of a run.', kind: 'number' },
]

export const scheduleFields: readonly WatchField[] = [
  { name: 'every_seconds', label: 'every_seconds', help: 'Interval between two runs, 60 or more.', kind: 'number' },
  {
    name: 'cron',
    label: 'cron',
    help: 'Or five fields: minute, hour, day of month, month, day of week.',
    kind: 'line',
  },
  {
    name: 'timezone',
    label: 'timezone',
    help: 'Time zone of cron, such as Europe/Berlin. UTC when empty.',
    kind: 'line',
  },
]

export const moreFields: readonly WatchField[] = [
  {
    name: 'mode',
    label: 'mode',
    help: 'What of a page is compared. markdown when empty.',
    kind: 'choice',
    choices: ['markdown', 'text', 'json'],
  },
  {
    name: 'ignore_selectors',
    label: 'ignore_selectors',
    help: 'CSS selectors of elements that are no content, one a line.',
    kind: 'lines',
  },
  {
    name: 'ignore_patterns',
    label: 'ignore_patterns',
    help: 'Lines of the text that match one of these (RE2) are left out; one a line.',
    kind: 'lines',
  },
  {
    name: 'min_changed_words',
    label: 'min_changed_words',
    help: 'A page with fewer added and removed words is the same. 1 when empty.',
    kind: 'number',
  },
  {
    name: 'overlap',
    label: 'overlap',
    help: 'Whether a run that is due during another one is skipped or starts after it. skip when empty.',
    kind: 'choice',
    choices: ['skip', 'buffer_one'],
  },
  { name: 'jitter_seconds', label: 'jitter_seconds', help: 'Each run starts up to this much later.', kind: 'number' },
  { name: 'keep_runs', label: 'keep_runs', help: 'Number of runs that are kept. 30 when empty.', kind: 'number' },
  { name: 'webhook_url', label: 'webhook.url', help: 'HTTPS address that gets notices.', kind: 'line' },
  { name: 'email', label: 'email', help: 'Gets a mail after each run that found a change or failed.', kind: 'email' },
  { name: 'tag', label: 'tag', help: 'Labels, one a line.', kind: 'lines' },
  {
    name: 'options',
    label: 'options',
    help: 'JSON: all other members of the crawl or batch, such as {"includePaths": ["^/docs/"]}.',
    kind: 'lines',
  },
]
