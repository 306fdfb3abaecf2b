/**
 * A request of the API as a command of `seine`, the command line of the TypeScript client. Its flags are repeated here,
 * because a browser loads only files of the console; a test reads every command with the parser of the client.
 */
import { shellQuoted } from './shell-quoted.ts'
import type { CodedRequest } from './coded-request.ts'

/**
 * How a flag takes the value of a field: `whole` numbers; `words` of a list, separated by commas; `patterns`, one for
 * each time that it is given; `yes` and `no` are switches for true and false.
 */
type FlagKind = 'text' | 'whole' | 'words' | 'patterns' | 'yes' | 'no'

/** Member of the body, with a dot for a nested one → flag and the kind of its value. */
type FlagTable = Readonly<Record<string, readonly [flag: string, kind: FlagKind, choices?: readonly string[]]>>

interface SeineCommand {
  name: string
  /** Member of the body that is the argument. */
  argument: 'url' | 'urls'
  flags: FlagTable
  /** Members whose default in the API differs from the default of the command. */
  ownDefaults?: Readonly<Record<string, unknown>>
  /** Arguments that end the command. */
  last?: string
}

const formats = ['markdown', 'html', 'clean_html', 'links', 'json', 'screenshot', 'screenshot_full_page']
const sitemap = ['text', ['include', 'skip', 'only']] as const
const output = ['format', 'words', formats] as const
const ownDefaults = { output: ['html'] }

/** Commands by the path of their request. */
const commands: Readonly<Record<string, SeineCommand>> = {
  '/crawl': {
    name: 'crawl',
    argument: 'url',
    flags: {
      limit: ['limit', 'whole'],
      maxDiscoveryDepth: ['depth', 'whole'],
      output,
      includePaths: ['include', 'patterns'],
      excludePaths: ['exclude', 'patterns'],
      sitemap: ['sitemap', ...sitemap],
      crawlEntireDomain: ['entire-domain', 'yes'],
      allowSubdomains: ['subdomains', 'yes'],
      'scrape.js_render': ['render', 'yes'],
      'scrape.tag': ['tag', 'words'],
    },
  },
  '/scrape': {
    name: 'scrape',
    argument: 'url',
    flags: {
      output,
      js_render: ['render', 'yes'],
      only_main_content: ['whole', 'no'],
      wait_selector: ['wait', 'text'],
      prompt: ['prompt', 'text'],
      session_id: ['session', 'text'],
    },
    ownDefaults,
  },
  '/batch/scrape': {
    name: 'batch',
    argument: 'urls',
    flags: { output, jsRender: ['render', 'yes'], tag: ['tag', 'words'] },
    ownDefaults,
  },
  '/map': {
    name: 'map',
    argument: 'url',
    flags: { limit: ['limit', 'whole'], search: ['search', 'text'], sitemap: ['sitemap', ...sitemap] },
  },
  // With --json, the answer is what the API answers, and not a HAR file.
  '/browser/network': {
    name: 'network',
    argument: 'url',
    flags: { wait_selector: ['wait', 'text'] },
    last: '--json',
  },
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

/** Returns a flag with its value; a value that begins with a hyphen is joined to it, or it would be read as a flag. */
const withValue = (flag: string, value: string): string =>
  `--${flag}${value.startsWith('-') ? '=' : ' '}${shellQuoted(value)}`

/** Returns the words of a flag that sets a value; null when it cannot. */
function flagWords([flag, kind, choices]: FlagTable[string], value: unknown): string[] | null {
  const allowed = (text: string): boolean => choices === undefined || choices.includes(text)
  if (kind === 'yes' || kind === 'no') return value === (kind === 'yes') ? [`--${flag}`] : null
  if (kind === 'whole') return Number.isSafeInteger(value) && Number(value) >= 0 ? [`--${flag} ${Number(value)}`] : null
  if (kind === 'text') return typeof value === 'string' && allowed(value) ? [withValue(flag, value)] : null
  if (!areTexts(value)) return null
  if (kind === 'patterns') return value.map((each) => withValue(flag, each))
  const plain = value.every((each) => allowed(each) && each === each.trim() && !each.includes(','))
  return plain ? [withValue(flag, value.join(','))] : null
}

/** Returns whether a text would be read as JSON. */
function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the flag that sets any member. @param path with a dot for a nested one. */
const setting = (path: string, value: unknown): string =>
  `--set ${shellQuoted(`${path}=${typeof value === 'string' && !readsAsJson(value) ? value : JSON.stringify(value)}`)}`

/** A name that can be part of a path of `--set`. */
const plainName = /^[\w-]+$/

/** Returns the members of a body, with nested ones where the command has a flag for one of them. */
function members(body: Readonly<Record<string, unknown>>, flags: FlagTable): [path: string, value: unknown][] {
  const hasInner = (name: string): boolean => Object.keys(flags).some((path) => path.startsWith(`${name}.`))
  return Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    isObject(value) && hasInner(name) && Object.keys(value).every((inner) => plainName.test(inner))
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
      : [[name, value]],
  )
}

/** Returns the arguments; a placeholder for an address that has not been entered. */
function argumentWords({ argument }: SeineCommand, value: unknown): string[] {
  const given = argument === 'urls' ? value : [value]
  return areTexts(given) ? given.map((each) => shellQuoted(each)) : ['URL']
}

/** Returns the arguments after the name of a command, one or more per line. */
function wordsOf(command: SeineCommand, body: Readonly<Record<string, unknown>>): string[] {
  const { [command.argument]: argument, ...rest } = body
  const flags = members({ ...command.ownDefaults, ...rest }, command.flags).flatMap(([path, value]) => {
    const flag = Object.hasOwn(command.flags, path) ? command.flags[path] : undefined
    return (flag === undefined ? null : flagWords(flag, value)) ?? [setting(path, value)]
  })
  return [...argumentWords(command, argument), ...flags, ...(command.last === undefined ? [] : [command.last])]
}

const jobPath = /^\/(?:crawl|batch\/scrape)\/([\w-]+)$/

/**
 * Returns the command that sends a request.
 * @param root address of the service, without a slash at its end.
 * @returns null when no command sends this request.
 */
export function seineCommand({ method, path, body }: CodedRequest, root: string): string | null {
  const service = `SEINE_URL=${shellQuoted(root)} seine`
  const jobId = method === 'GET' ? jobPath.exec(path)?.[1] : undefined
  if (jobId !== undefined) return `${service} jobs show ${shellQuoted(jobId)} --json`
  const command = Object.hasOwn(commands, path) ? commands[path] : undefined
  if (command === undefined || method !== 'POST') return null
  return [`${service} ${command.name}`, ...wordsOf(command, body ?? {})].join(' \\\n  ')
}
