/**
 * Compares answers with the API description: every status, media type, header and member that is sent must be
 * described. The contract allows further members for callers; tests do not.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '../rules/json-object.ts'
import { openApiDocument } from '../openapi/openapi.ts'
import { protocolProblems } from '../openapi/openapi-problems.ts'
import { problems } from '../schemas/problems.ts'
import { constantSchemas } from '../../values/constant-schemas.ts'
import { pointerSegment } from '../../values/json-pointer.ts'

/** An answer, as far as it is checked. */
export interface CheckedAnswer {
  method: string
  /** Path as requested, with or without query. */
  path: string
  status: number
  headers: Pick<Headers, 'get'>
  /** Body as sent. */
  text: string
}

type Node = Record<string, unknown>

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Forbids additional members in objects whose members are listed. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => closed(each))
  if (!isObject(node)) return node
  const parts = Object.fromEntries(Object.entries(node).map(([name, part]) => [name, closed(part)]))
  const { type, properties, additionalProperties } = node
  const lists = type === 'object' || (Array.isArray(type) && type.includes('object'))
  const isClosed = lists && isObject(properties) && Object.keys(properties).length > 0
  return isClosed && additionalProperties === undefined ? { ...parts, additionalProperties: false } : parts
}

const { components, paths, webhooks } = openApiDocument('0.0.0') as Record<'components' | 'paths' | 'webhooks', Node>
const description = { components: closed(components), paths: closed(paths), webhooks: closed(webhooks) } as {
  components: Node
  paths: Record<string, Record<string, Node>>
  webhooks: Record<string, { post: Node }>
}

const ajv = new Ajv2020({
  ...constantSchemas,
  strict: false,
  allErrors: true,
  formats: { 'date-time': dateTime, int32: true },
})
ajv.addSchema(description, 'api')

const compiled = new Map<string, ValidateFunction>()

/**
 * Returns the validator of a part of the document.
 * @param segments path from the top of the document.
 */
function validatorAt(segments: readonly string[]): ValidateFunction {
  const pointer = segments.map((each) => encodeURIComponent(pointerSegment(each))).join('/')
  const known = compiled.get(pointer)
  if (known !== undefined) return known
  const validate = ajv.compile({ $ref: `api#/${pointer}` })
  compiled.set(pointer, validate)
  return validate
}

const errorText = ({ instancePath, message, keyword, params }: ErrorObject): string => {
  const which = keyword === 'additionalProperties' ? ` (${String((params as Node)['additionalProperty'])})` : ''
  return `${instancePath === '' ? 'the body' : instancePath} ${message ?? keyword}${which}`
}

/** Patterns of the described paths: a placeholder matches any segment. Fixed paths come first. */
const patterns = Object.keys(description.paths)
  .toSorted((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^(?:/v1)?${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }))

/**
 * Returns the described path that matches a request, or null. The method is considered, because a fixed path can match
 * the id of another path.
 */
function describedPath(path: string, method: string): string | null {
  const plain = path.split('?', 1)[0] ?? ''
  const fitting = patterns.filter(({ pattern }) => pattern.test(plain))
  const described = fitting.find((each) => description.paths[each.path]?.[method] !== undefined)
  return described?.path ?? fitting[0]?.path ?? null
}

const protocolCodes = new Set<unknown>([...protocolProblems, 'not_found'])

const problemSegments = ['components', 'schemas', 'Problem']

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

function schemaFaults(text: string, segments: readonly string[]): string[] {
  const body = parsed(text)
  if (body === null) return ['the body is not JSON']
  const validate = validatorAt(segments)
  return validate(body.value) ? [] : (validate.errors ?? []).map((error) => errorText(error))
}

/** Checks that the members of a problem agree with its status and its headers. */
function problemFaults({ status, headers, text }: CheckedAnswer): string[] {
  const faults = schemaFaults(text, problemSegments)
  const body = (parsed(text)?.value ?? {}) as Node
  const code = body['code'] as keyof typeof problems
  const known = Object.hasOwn(problems, code) ? problems[code] : null
  if (known !== null && known.status !== status) faults.push(`the code ${code} belongs to status ${known.status}`)
  if (body['status'] !== status) faults.push(`the body says status ${String(body['status'])}`)
  const retryAfter = headers.get('retry-after')
  if ((body['retry_after'] ?? null) !== (retryAfter === null ? null : Number(retryAfter)))
    faults.push('`retry_after` and Retry-After differ')
  if ((status === 429 || status === 503) && known?.retryable === true && retryAfter === null) {
    faults.push('there is no Retry-After')
  }
  if (status === 422 && code !== 'idempotency_key_reused' && !Array.isArray(body['errors']))
    faults.push('there are no `errors`')
  return faults
}

/** Returns the location of a route's answer in the document, with references to shared answers resolved. */
function responseSegments(path: string, method: string, status: number): string[] | null {
  const responses = description.paths[path]?.[method]?.['responses'] as Record<string, Node> | undefined
  const response = responses?.[String(status)]
  if (response === undefined) return null
  const { $ref } = response
  return typeof $ref === 'string'
    ? $ref.slice('#/'.length).split('/')
    : ['paths', path, method, 'responses', String(status)]
}

const nodeAt = (segments: readonly string[]): Node =>
  segments.reduce<Node>((node, segment) => node[segment] as Node, description)

function codeFaults(text: string, described: Node): string[] {
  const code = (parsed(text)?.value as Node | undefined)?.['code']
  if (protocolCodes.has(code)) return []
  return String(described['description']).includes(`\`${String(code)}\``)
    ? []
    : [`the code ${String(code)} is not described`]
}

/**
 * Compares an answer with its description.
 * @returns the differences, one text each; empty when it is as described.
 */
export function answerFaults(answer: CheckedAnswer): string[] {
  const { status, headers, text } = answer
  const faults = headers.get('x-request-id') === null ? ['there is no X-Request-Id'] : []
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim() ?? ''
  const isProblem = type === 'application/problem+json'
  const method = answer.method.toLowerCase() === 'head' ? 'get' : answer.method.toLowerCase()
  const path = describedPath(answer.path, method)
  const bodiless = answer.method === 'HEAD'
  if (isProblem && !bodiless) faults.push(...problemFaults(answer))
  const code = isProblem ? (parsed(text)?.value as Node | undefined)?.['code'] : undefined
  const segments = path === null ? null : responseSegments(path, method, status)
  if (segments === null) {
    const usual = isProblem && (bodiless || protocolCodes.has(code))
    return usual ? faults : [...faults, `status ${status} is not described`]
  }
  const described = nodeAt(segments)
  const media = described['content'] as Node | undefined
  if (media === undefined) return type === '' && text === '' ? faults : [...faults, 'a body is not described']
  if (!(type in media)) return [...faults, `media type ${type} is not described for status ${status}`]
  if (bodiless) return faults
  if (isProblem) return [...faults, ...codeFaults(text, described)]
  return type.endsWith('json') ? [...faults, ...schemaFaults(text, [...segments, 'content', type, 'schema'])] : faults
}

/**
 * Checks an answer.
 * @throws Error when the answer differs from its description; the message lists every difference.
 */
export function checkAnswer(answer: CheckedAnswer): void {
  const faults = answerFaults(answer)
  if (faults.length === 0) return
  const about = `${answer.method} ${answer.path} → ${answer.status}`
  throw new Error(`${about} is not as described:\n- ${faults.join('\n- ')}\n${answer.text.slice(0, 2_000)}`)
}

/**
 * Checks the body of a webhook call.
 * @returns its differences from the description, one text each.
 */
export function webhookFaults(text: string): string[] {
  const type = (parsed(text)?.value as Node | undefined)?.['type']
  if (typeof type !== 'string' || !Object.hasOwn(description.webhooks, type)) return ['the type is not described']
  return schemaFaults(text, ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'])
}
