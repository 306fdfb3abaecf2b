/**
 * The bodies of `POST /sessions` and `PUT /sessions/{id}`: checks every rule, reports all problems together, and
 * converts the rest to what is stored and to the input of the session workflow.
 */
import { sessionLimits } from '../../config/session-limits.ts'
import { sessionDomainOf } from '../../sessions/domain.ts'
import { implicitIdPrefix } from '../../sessions/implicit-id.ts'
import type { PlaybookFacts, SessionWorkflowInput } from '../../sessions/shapes.ts'
import type { StoredPlaybook } from '../../sessions/state.ts'
import { isObject } from '../rules/json-object.ts'
import { tagsOf } from './page-options.ts'
import { readBody } from '../rules/request-body.ts'
import { withoutExcess } from '../rules/list-bounds.ts'
import { withoutNullFields } from '../rules/null-fields.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { storedPlaybook } from './session-playbook.ts'
import { checkPlaybook } from './session-rules.ts'
import {
  createSessionSchema,
  replaceSessionSchema,
  type CreateSessionBody,
  type GivenPlaybook,
} from './session-schema.ts'
import type { HostPolicy, UrlPolicy } from '../rules/url-rules.ts'
import { compileSchema, type SchemaCheck } from '../rules/validate.ts'

export type SessionPolicy = UrlPolicy & HostPolicy

/** The replaceable part of a session. */
export interface SessionContent extends Pick<SessionWorkflowInput, 'ttlSecs' | 'maxUses' | 'tag'> {
  playbook: StoredPlaybook
  /** All facts except the version. */
  facts: Omit<PlaybookFacts, 'version'>
}

/** A valid request. */
export interface CreateSessionInput extends SessionContent {
  /** Null: create a session with a new id. */
  sessionId: string | null
  domain: string
}

/** The current state of a session whose content is to be replaced. */
export interface ReplacedSession {
  domain: string
  /** Secrets of the current playbook. */
  secrets: Readonly<Record<string, string>>
}

type Result<Input> = { ok: true; input: Input } | { ok: false; errors: FieldProblem[] }

const checkCreate = compileSchema(createSessionSchema)
const checkReplace = compileSchema(replaceSessionSchema)

/** The rules of actions report pointers below `/scrape/actions`; here the actions are in the playbook. */
const spellings = new Map([['/scrape/actions', '/playbook/actions']])

type ReadBody = { ok: true; body: Record<string, unknown>; list: ProblemList } | { ok: false; errors: FieldProblem[] }

function bodyOf(given: unknown, schema: object, check: SchemaCheck): ReadBody {
  const read = readBody(given)
  if (!read.ok) return read
  const list = new ProblemList(spellings)
  const body = withoutNullFields(withoutExcess(read.body, schema, list), schema) as Record<string, unknown>
  check(body, list)
  return { ok: true, body, list }
}

/** Returns the host that a text names, as URLs write it; null when it names none. */
function hostOf(text: string): string | null {
  const written = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text
  if (/[/?#@\\\s]|\]:/.test(written)) return null
  const host = URL.parse(`http://${written}/`)?.hostname ?? ''
  // A trailing dot is allowed; consecutive dots or a leading dot are not part of a host.
  return host === '' || host.startsWith('.') || host.includes('..') ? null : host
}

/** Returns the domain of a session; null after adding the problem to the list. */
function checkDomain(text: unknown, policy: HostPolicy, list: ProblemList): string | null {
  if (typeof text !== 'string' || list.touches('/domain')) return null
  const rejected = (code: FieldProblem['code'], rule: string): null => {
    list.add('/domain', code, rule, text)
    return null
  }
  const host = hostOf(text)
  if (host === null)
    return rejected('validation_failed', 'must be a host name or an address, without scheme, port and path')
  const problem = policy.hostProblem(host)
  if (problem !== null) return rejected('url_not_allowed', `must not be fetched: ${problem}`)
  const domain = sessionDomainOf(host)
  return domain ?? rejected('validation_failed', 'is a public suffix, below which anyone may register domains')
}

function checkId(id: unknown, list: ProblemList): void {
  if (typeof id !== 'string' || list.touches('/session_id') || !id.startsWith(implicitIdPrefix)) return
  list.add('/session_id', 'validation_failed', `must not begin with \`${implicitIdPrefix}\``)
}

function contentOf(
  body: Omit<CreateSessionBody, 'domain'>,
  domain: string,
  secrets: Readonly<Record<string, string>>,
): SessionContent {
  const playbook: GivenPlaybook = body.playbook ?? {}
  const { refresh } = playbook
  return {
    ttlSecs: body.ttl_seconds ?? sessionLimits.ttlSecsDefault,
    maxUses: body.max_uses ?? null,
    tag: tagsOf(body.tag),
    playbook: storedPlaybook(playbook, domain, secrets),
    facts: {
      runs: playbook.start_url !== undefined,
      refreshEverySecs: refresh?.interval_seconds ?? null,
      refreshOnLogout: refresh?.on_logged_out ?? true,
      runMaxMs: sessionLimits.runMaxMs,
    },
  }
}

/**
 * Validates the body of `POST /sessions`.
 * @param given the parsed JSON, of any type.
 * @param policy address policy; does not resolve names.
 * @returns the request with defaults filled in, or every problem of the request.
 */
export function readCreateSession(given: unknown, policy: SessionPolicy): Result<CreateSessionInput> {
  const read = bodyOf(given, createSessionSchema, checkCreate)
  if (!read.ok) return read
  const { body, list } = read
  checkId(body['session_id'], list)
  const domain = checkDomain(body['domain'], policy, list)
  if (isObject(body['playbook'])) checkPlaybook(body['playbook'], { domain, keptSecrets: null, policy }, list)
  if (!list.empty || domain === null) return { ok: false, errors: list.problems }
  const request = body as unknown as CreateSessionBody
  return { ok: true, input: { sessionId: request.session_id ?? null, domain, ...contentOf(request, domain, {}) } }
}

/**
 * Validates the body of `PUT /sessions/{id}`.
 * @param session the current session: its domain stays, and so do its secrets when none are given.
 * @returns the content with defaults filled in, or every problem of the request.
 */
export function readReplaceSession(
  given: unknown,
  session: ReplacedSession,
  policy: SessionPolicy,
): Result<SessionContent> {
  const read = bodyOf(given, replaceSessionSchema, checkReplace)
  if (!read.ok) return read
  const { body, list } = read
  const { domain, secrets } = session
  const { domain: written, playbook } = body
  if (written !== undefined && checkDomain(written, policy, list) !== domain && !list.touches('/domain')) {
    list.add('/domain', 'session_domain_mismatch', `cannot be changed: it is ${domain}`)
  }
  const keptSecrets = new Set(Object.keys(secrets))
  if (isObject(playbook)) checkPlaybook(playbook, { domain, keptSecrets, policy }, list)
  if (!list.empty) return { ok: false, errors: list.problems }
  return { ok: true, input: contentOf(body, domain, secrets) }
}
