/** The compose files as Docker reads them: variables substituted, the second file merged over the first. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'

export type DependencyCondition = 'service_completed_successfully' | 'service_healthy' | 'service_started'

export interface Healthcheck {
  test: string[]
  interval?: string
  timeout?: string
  start_period?: string
  retries?: number
}

/** The parts of a service definition that this project's files use. */
export interface ComposeService {
  image: string
  build?: { context: string; target: string }
  pull_policy?: string
  profiles?: string[]
  user?: string
  entrypoint?: string[]
  command?: string[]
  /** Null takes the value from the shell, if set there. */
  environment?: Record<string, string | number | null>
  env_file?: { path: string; required: boolean }[]
  ports?: string[]
  volumes?: string[]
  tmpfs?: string[]
  network_mode?: string
  networks?: string[] | Record<string, { aliases?: string[] } | null>
  healthcheck?: Healthcheck
  /** With `restart`, Compose stops the service before it replaces the dependency. */
  depends_on?: Record<string, { condition: DependencyCondition; restart?: boolean }>
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  shm_size?: string
  mem_limit?: string
  pids_limit?: number
  stop_grace_period?: string
  restart?: string
  init?: boolean
  logging?: { driver: string; options?: Record<string, string> }
}

export interface ComposeFile {
  name?: string
  services: Record<string, ComposeService>
  volumes?: Record<string, unknown>
  /** Null for the default settings. */
  networks?: Record<string, { internal?: boolean } | null>
}

export type Variables = Readonly<Record<string, string | undefined>>

/** Returns the position after the brace that closes the one at `start`. */
function afterBrace(text: string, start: number): number {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') open += 1
    if (text[at] === '}') open -= 1
    if (open === 0) return at + 1
  }
  throw new Error(`${JSON.stringify(text)} has a brace that is not closed`)
}

/** Returns the value of the variable in the braces of `${…}`. */
function valueOf(inner: string, variables: Variables): string {
  const [, name, operator, word = ''] = /^(\w+)(?:(:-|-|:\+)(.*))?$/s.exec(inner) ?? []
  if (name === undefined) throw new Error(`\${${inner}} is not understood`)
  const value = variables[name]
  const stands = operator === '-' ? value !== undefined : (value ?? '') !== ''
  if (operator === ':+') return stands ? fillIn(word, variables) : ''
  if (stands) return value!
  if (operator === undefined) throw new Error(`\${${inner}} has neither a value nor a default`)
  return fillIn(word, variables)
}

/**
 * Substitutes variables: `${NAME}`, `${NAME:-default}`, `${NAME-default}` (an empty value is kept), `${NAME:+instead}`
 * and `$$`, the only forms in the files. A default may contain variables.
 * @throws Error for any other form.
 */
export function fillIn(text: string, variables: Variables): string {
  let filled = ''
  let at = 0
  for (;;) {
    const next = text.indexOf('$', at)
    if (next === -1) return filled + text.slice(at)
    filled += text.slice(at, next)
    if (text[next + 1] === '$') {
      filled += '$'
      at = next + 2
      continue
    }
    if (text[next + 1] !== '{') throw new Error(`${JSON.stringify(text)} has a variable that is not understood`)
    at = afterBrace(text, next + 1)
    filled += valueOf(text.slice(next + 2, at - 1), variables)
  }
}

function fillInAll(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return fillIn(value, variables)
  if (Array.isArray(value)) return value.map((each) => fillInAll(each, variables))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillInAll(each, variables)]))
}

/** Reads one file: anchors resolved, variables not substituted. `!override` tags are dropped. */
export const rawCompose = (name: string): unknown =>
  parse(readFileSync(join(repositoryRoot, name), 'utf8'), { merge: true, logLevel: 'error' })

/** Reads the files of a deployment; a service of a later file replaces that of an earlier one. */
export function readCompose(names: readonly string[], variables: Variables = {}): ComposeFile {
  const files = names.map((name) => fillInAll(rawCompose(name), variables) as ComposeFile)
  return {
    services: Object.assign({}, ...files.map(({ services }) => services)) as ComposeFile['services'],
    volumes: Object.assign({}, ...files.map(({ volumes }) => volumes ?? {})) as Record<string, unknown>,
    networks: Object.assign({}, ...files.map(({ networks }) => networks ?? {})) as ComposeFile['networks'] & {},
  }
}

const unitMs = { ms: 1, s: 1_000, m: 60_000 } as const

/** Returns the milliseconds of `5s`, `1m`, `500ms`. */
export function durationMs(text: string): number {
  const match = /^(\d+)(ms|s|m)$/.exec(text)
  if (match === null) throw new Error(`${text} is no duration`)
  return Number(match[1]) * unitMs[match[2] as keyof typeof unitMs]
}
