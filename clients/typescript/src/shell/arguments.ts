/** Reads the words of a command by the table of commands. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commands, commonFlags, type CommandSpec, type FlagSpec } from './command-table.ts'
import { UsageError } from './usage-error.ts'

/** Value of a flag. */
export type FlagValue = string | number | boolean | string[] | object

/** The words of a command, read. */
export interface CommandWords {
  command: CommandSpec
  /** Words that are no flags. */
  words: string[]
  flags: Readonly<Record<string, FlagValue>>
  /** Members of the body that flags set. */
  body: Record<string, unknown>
}

function messageOf(error: unknown, command: CommandSpec): string {
  const text = error instanceof Error ? error.message : String(error)
  const unknown = /Unknown option '([^']+)'/.exec(text)?.[1]
  if (unknown !== undefined)
    return `${unknown} is not a flag of ${command.name}; seine ${command.name} --help lists them`
  const missing = /Option '(?:-\w, )?(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(text)?.[1]
  if (missing !== undefined) return `${missing} needs a value`
  const excess = /Option '(?:-\w, )?(--[\w-]+)' does not take an argument/.exec(text)?.[1]
  return excess === undefined ? text : `${excess} takes no value`
}

function fileJson(flag: string, path: string): object {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new UsageError(`--${flag} takes a file with JSON; ${path}: ${(cause as Error).message}`, { cause })
  }
  if (typeof value === 'object' && value !== null) return value
  throw new UsageError(`--${flag} takes a file with a JSON object; ${path} contains ${JSON.stringify(value)}`)
}

function checkChoice({ name, choices }: FlagSpec, values: readonly string[]): void {
  const wrong = values.find((value) => choices !== undefined && !choices.includes(value))
  if (wrong !== undefined) throw new UsageError(`--${name} takes ${choices?.join(', ')}, got ${JSON.stringify(wrong)}`)
}

/** Reads the value of a flag. @param given one text for each time that it was given; true for a switch. */
function valueOf(flag: FlagSpec, given: (string | boolean)[]): FlagValue {
  const texts = given.filter((each) => typeof each === 'string')
  const last = texts.at(-1) ?? ''
  switch (flag.kind) {
    case 'switch':
      return true
    case 'number':
      if (!/^\d+$/.test(last)) throw new UsageError(`--${flag.name} takes a whole number, got ${JSON.stringify(last)}`)
      return Number(last)
    case 'list': {
      // Patterns may contain commas; only words of a fixed set are separated by them.
      const values = flag.value === 'RE' ? texts : texts.flatMap((text) => text.split(',').map((word) => word.trim()))
      checkChoice(flag, values)
      return values
    }
    case 'file':
      return fileJson(flag.name, last)
    case 'setting':
      return texts
    default:
      checkChoice(flag, [last])
      return last
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Sets a member of a body. @param path names, separated by dots. */
function setMember(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at = body
  for (const name of names) {
    const inner = at[name]
    const next: Record<string, unknown> = isRecord(inner) ? inner : {}
    at[name] = next
    at = next
  }
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true })
}

function settingOf(text: string): [name: string, value: unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--set takes NAME=VALUE, got ${JSON.stringify(text)}`)
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), JSON.parse(value)]
  } catch {
    return [text.slice(0, at), value]
  }
}

/**
 * Reads the words behind the name of a command.
 * @throws UsageError that names the flag, the rule and the value.
 */
export function readWords(command: CommandSpec, args: string[]): CommandWords {
  const specs = [...command.flags, ...commonFlags]
  const options = Object.fromEntries(
    specs.map(({ name, short, kind }) => [
      name,
      { type: kind === 'switch' ? 'boolean' : 'string', multiple: true, ...(short === undefined ? {} : { short }) },
    ]),
  ) as Record<string, { type: 'boolean' | 'string'; multiple: true; short?: string }>
  let parsed: { values: Record<string, (string | boolean)[] | undefined>; positionals: string[] }
  try {
    parsed = parseArgs({ args, options, strict: true, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(messageOf(cause, command), { cause })
  }
  const flags: Record<string, FlagValue> = {}
  const body: Record<string, unknown> = {}
  for (const flag of specs) {
    const given = parsed.values[flag.name]
    if (given === undefined) continue
    const value = valueOf(flag, given)
    flags[flag.name] = value
    if (flag.field?.startsWith('!') === true) setMember(body, flag.field.slice(1), false)
    else if (flag.field !== undefined) setMember(body, flag.field, value)
  }
  for (const setting of (flags['set'] ?? []) as string[]) setMember(body, ...settingOf(setting))
  return { command, words: parsed.positionals, flags, body }
}

/** Returns a command by its name. @throws UsageError if none exists. */
export function commandNamed(name: string): CommandSpec {
  const command = commands.find((each) => each.name === name)
  if (command !== undefined) return command
  throw new UsageError(`there is no command ${JSON.stringify(name)}; seine help lists them`)
}

/** Returns the text of a flag; undefined when it was not given. */
export function textFlag({ flags }: CommandWords, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the URL that a command takes as its only word. @throws UsageError when it is missing or none. */
export function onlyUrl({ command, words }: CommandWords): string {
  const [text] = words
  if (text === undefined || words.length > 1) {
    throw new UsageError(
      `${command.name} takes one URL, got ${words.length}${words.length > 1 ? `: ${words.join(' ')}` : ''}`,
    )
  }
  return assertUrl(text)
}

/** Returns a URL as it was typed. @throws UsageError when it is not absolute, with what was probably meant. */
export function assertUrl(text: string): string {
  if (/^https?:\/\/[^/\s]/i.test(text)) return text
  const hint = /^[\w.-]+\.[a-z]{2,}(?:[:/?#]|$)/i.test(text) ? `; write https://${text}` : ''
  throw new UsageError(`a URL begins with http:// or https://, got ${JSON.stringify(text)}${hint}`)
}
