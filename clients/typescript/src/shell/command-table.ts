/** The commands of `seine` and their flags: parsing, help, manual page and completion are made from this table. */

/** How the value of a flag is read. */
export type FlagKind = 'text' | 'number' | 'list' | 'file' | 'switch' | 'setting'

/** One flag. */
export interface FlagSpec {
  name: string
  short?: string
  kind: FlagKind
  /** Placeholder of the value in texts. */
  value?: string
  /** Values that are allowed. */
  choices?: readonly string[]
  /** What it does, one sentence without a full stop. */
  about: string
  /** Member of the body of the request that it sets, with dots for nested ones. */
  field?: string
}

/** One command. */
export interface CommandSpec {
  name: string
  /** Arguments in texts. */
  usage: string
  /** What it does, one line. */
  about: string
  /** More about it: paragraphs. */
  details: readonly string[]
  flags: readonly FlagSpec[]
  /** First words that it takes. */
  actions?: readonly { name: string; usage: string; about: string }[]
}

const formats = ['markdown', 'html', 'clean_html', 'links', 'json', 'screenshot', 'screenshot_full_page'] as const

const format = (field: string): FlagSpec => ({
  name: 'format',
  short: 'f',
  kind: 'list',
  value: 'LIST',
  choices: formats,
  about: 'what to keep of a page, separated by commas (default markdown)',
  field,
})
const json: FlagSpec = {
  name: 'json',
  kind: 'switch',
  about: 'write JSON, one value a line, with everything that the service answers',
}
const set: FlagSpec = {
  name: 'set',
  kind: 'setting',
  value: 'NAME=VALUE',
  about: 'set any field of the request; VALUE is JSON, or else a text (repeatable)',
}
const render = (field: string): FlagSpec => ({
  name: 'render',
  kind: 'switch',
  about: 'load pages in a browser',
  field,
})
const schema = (field: string): FlagSpec => ({
  name: 'schema',
  kind: 'file',
  value: 'FILE',
  about: 'JSON Schema, or a shape, of the format json',
  field,
})
const limit = (about: string): FlagSpec => ({
  name: 'limit',
  short: 'n',
  kind: 'number',
  value: 'N',
  about,
  field: 'limit',
})
const jobFlags = (tag: string): readonly FlagSpec[] => [
  { name: 'out', short: 'o', kind: 'text', value: 'DIR', about: 'write pages as files into this folder as they come' },
  { name: 'detach', short: 'd', kind: 'switch', about: 'only start the job and print its id' },
  { name: 'tag', kind: 'list', value: 'LIST', about: 'labels of the job', field: tag },
  set,
  json,
]

const jobDetails = [
  'Pages are written as soon as they are finished: a line with HTTP status, URL and title; with --out the path of each file; with --json the page with its content.',
  'Ctrl-C cancels the job and writes the pages that are finished; a second Ctrl-C exits at once.',
] as const

/** All commands, in the order of the texts. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'login',
    usage: '[URL]',
    about: 'store the address of a service and a key',
    details: [
      'The key is read from standard input, without echo on a terminal, tried, and stored with the address in seine/credentials.json below $XDG_CONFIG_HOME (~/.config), readable by its owner alone. SEINE_URL and SEINE_KEY win over it.',
    ],
    flags: [{ name: 'remove', kind: 'switch', about: 'remove what is stored' }],
  },
  {
    name: 'scrape',
    usage: 'URL',
    about: 'load one page and write its content',
    details: ['One format is written as it is, several as a JSON object.'],
    flags: [
      format('output'),
      render('js_render'),
      {
        name: 'whole',
        kind: 'switch',
        about: 'keep navigation, footers and advertisements',
        field: '!only_main_content',
      },
      { name: 'wait', kind: 'text', value: 'SELECTOR', about: 'wait for an element', field: 'wait_selector' },
      schema('schema'),
      {
        name: 'prompt',
        kind: 'text',
        value: 'TEXT',
        about: 'description of the format json in words',
        field: 'prompt',
      },
      { name: 'session', kind: 'text', value: 'ID', about: 'use the cookies of a session', field: 'session_id' },
      set,
      json,
    ],
  },
  {
    name: 'crawl',
    usage: 'URL',
    about: 'crawl a website and write its pages as they come',
    details: jobDetails,
    flags: [
      limit('most pages, failed ones included'),
      {
        name: 'depth',
        kind: 'number',
        value: 'N',
        about: 'most links from the start page',
        field: 'maxDiscoveryDepth',
      },
      format('output'),
      {
        name: 'include',
        kind: 'list',
        value: 'RE',
        about: 'only pages whose path matches (RE2)',
        field: 'includePaths',
      },
      { name: 'exclude', kind: 'list', value: 'RE', about: 'no pages whose path matches (RE2)', field: 'excludePaths' },
      {
        name: 'sitemap',
        kind: 'text',
        value: 'MODE',
        choices: ['include', 'skip', 'only'],
        about: 'use of sitemaps',
        field: 'sitemap',
      },
      {
        name: 'entire-domain',
        kind: 'switch',
        about: 'the whole host, not only pages below the start path',
        field: 'crawlEntireDomain',
      },
      { name: 'subdomains', kind: 'switch', about: 'also hosts below the same domain', field: 'allowSubdomains' },
      render('scrape.js_render'),
      schema('scrape.schema'),
      ...jobFlags('scrape.tag'),
    ],
  },
  {
    name: 'batch',
    usage: '[URL...] [-]',
    about: 'scrape a list of URLs and write the pages as they come',
    details: ['URLs are arguments, or lines of standard input when the argument is -.', ...jobDetails],
    flags: [format('output'), render('jsRender'), schema('schema'), ...jobFlags('tag')],
  },
  {
    name: 'map',
    usage: 'URL',
    about: 'write the URLs of a website, one a line',
    details: [],
    flags: [
      limit('most URLs'),
      { name: 'search', kind: 'text', value: 'TEXT', about: 'best matches first', field: 'search' },
      {
        name: 'sitemap',
        kind: 'text',
        value: 'MODE',
        choices: ['include', 'skip', 'only'],
        about: 'use of sitemaps',
        field: 'sitemap',
      },
      set,
      json,
    ],
  },
  {
    name: 'network',
    usage: 'URL',
    about: 'load a page in a browser and write its traffic as HAR',
    details: ['With --json the calls are written as the service lists them, instead of an HTTP Archive.'],
    flags: [
      {
        name: 'type',
        kind: 'list',
        value: 'LIST',
        choices: ['document', 'xhr', 'fetch', 'websocket', 'eventsource'],
        about: 'only calls of these kinds',
      },
      { name: 'match', kind: 'text', value: 'RE', about: 'only calls whose URL matches (RE2)' },
      { name: 'host', kind: 'text', value: 'HOST', about: 'only calls to this host' },
      { name: 'wait', kind: 'text', value: 'SELECTOR', about: 'wait for an element', field: 'wait_selector' },
      set,
      json,
    ],
  },
  {
    name: 'watch',
    usage: 'ACTION [ARGUMENT...]',
    about: 'watches: websites that are looked at again and again',
    details: [],
    actions: [
      { name: 'list', usage: '', about: 'list the watches' },
      { name: 'create', usage: 'URL', about: 'watch a website; --set sets any field of the definition' },
      { name: 'show', usage: 'WATCH', about: 'write its definition' },
      { name: 'run', usage: 'WATCH', about: 'start a run now; with --wait, write it when it has ended' },
      { name: 'runs', usage: 'WATCH', about: 'list its runs' },
      { name: 'changes', usage: 'WATCH [RUN]', about: 'list what a run found; by default the newest that has ended' },
      { name: 'pause', usage: 'WATCH', about: 'pause its schedule' },
      { name: 'resume', usage: 'WATCH', about: 'resume its schedule' },
      { name: 'delete', usage: 'WATCH', about: 'delete it' },
    ],
    flags: [
      { name: 'name', kind: 'text', value: 'TEXT', about: 'name of a new watch (default: its URL)' },
      { name: 'every', kind: 'number', value: 'SECONDS', about: 'interval of a new watch' },
      { name: 'cron', kind: 'text', value: 'CRON', about: 'schedule of a new watch, five fields' },
      { name: 'timezone', kind: 'text', value: 'ZONE', about: 'time zone of --cron' },
      limit('most pages of a run of a new watch'),
      {
        name: 'state',
        kind: 'text',
        value: 'STATE',
        choices: ['new', 'changed', 'same', 'removed', 'failed'],
        about: 'only changes of this state',
      },
      { name: 'wait', kind: 'switch', about: 'wait for the end of the run' },
      { name: 'diff', kind: 'switch', about: 'write the diffs of the changes' },
      set,
      json,
    ],
  },
  {
    name: 'jobs',
    usage: '[ACTION] [ARGUMENT...]',
    about: 'list jobs, look at them, control them',
    details: [],
    actions: [
      { name: 'list', usage: '', about: 'list the jobs, newest first (default)' },
      { name: 'show', usage: 'JOB', about: 'write the status of a job' },
      { name: 'pages', usage: 'JOB', about: 'write the pages of a job; follows a running one' },
      { name: 'urls', usage: 'JOB', about: 'list the URLs of a job with the state of each' },
      { name: 'wait', usage: 'JOB', about: 'wait for the end of a job' },
      { name: 'cancel', usage: 'JOB', about: 'cancel a job' },
      { name: 'pause', usage: 'JOB', about: 'pause a job' },
      { name: 'resume', usage: 'JOB', about: 'resume a job' },
      { name: 'retry', usage: 'JOB', about: 'try the failed pages of a job again' },
      { name: 'download', usage: 'JOB FORMAT', about: 'write an archive of a job to standard output' },
    ],
    flags: [
      {
        name: 'kind',
        kind: 'text',
        value: 'KIND',
        choices: ['crawl', 'batch_scrape'],
        about: 'only jobs of this kind',
      },
      {
        name: 'status',
        kind: 'text',
        value: 'STATUS',
        choices: ['crawling', 'scraping', 'completed', 'failed', 'cancelled'],
        about: 'only jobs with this status',
      },
      { name: 'tag', kind: 'text', value: 'TAG', about: 'only jobs with this label' },
      { name: 'state', kind: 'text', value: 'STATE', about: 'only URLs in this state' },
      { name: 'limit', short: 'n', kind: 'number', value: 'N', about: 'most entries that are listed (default 100)' },
      { name: 'out', short: 'o', kind: 'text', value: 'DIR', about: 'write pages as files into this folder' },
      json,
    ],
  },
  {
    name: 'completion',
    usage: 'SHELL',
    about: 'write the completion for bash, zsh or fish',
    details: [
      'bash: eval "$(seine completion bash)"',
      'zsh: eval "$(seine completion zsh)"',
      'fish: seine completion fish | source',
    ],
    flags: [],
    actions: [
      { name: 'bash', usage: '', about: 'for bash' },
      { name: 'zsh', usage: '', about: 'for zsh' },
      { name: 'fish', usage: '', about: 'for fish' },
    ],
  },
]

/** Flags of every command. */
export const commonFlags: readonly FlagSpec[] = [
  {
    name: 'url',
    kind: 'text',
    value: 'URL',
    about: 'address of the service (default: SEINE_URL, or what login stored)',
  },
  { name: 'quiet', short: 'q', kind: 'switch', about: 'write no progress' },
  { name: 'help', short: 'h', kind: 'switch', about: 'write this text' },
]

/** Exit codes and their meanings. */
export const exitCodeTexts: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done; a job is completed'],
  [1, 'failed'],
  [2, 'wrong command, flag or value'],
  [3, 'the service cannot be reached'],
  [130, 'cancelled'],
]

/** Variables of the environment and their meanings. */
export const variableTexts: readonly (readonly [name: string, meaning: string])[] = [
  ['SEINE_URL', 'address of the service'],
  ['SEINE_KEY', 'API key'],
  ['XDG_CONFIG_HOME', 'folder of the file that login writes; ~/.config by default'],
]
