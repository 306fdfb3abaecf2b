/**
 * The API key file: a JSON list of `{id, tenant, sha256, webhook_secrets[], quotas{}, operator}`. It contains only
 * the SHA-256 of each key, never the key itself.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static, type TSchema } from 'typebox'
import { apiLimits } from '../../config/api-limits.ts'
import { keyNameInWords, keyNamePattern } from './key-names.ts'
import { constantSchemas } from '../../values/constant-schemas.ts'
import { once } from '../../values/once.ts'

const name = Type.String({ pattern: keyNamePattern, description: keyNameInWords })

const quota = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: apiLimits.rateMax,
    description: `must be a whole number from 0 (none allowed) to ${apiLimits.rateMax}`,
  }),
)

const keyQuotasSchema = Type.Object(
  {
    starts_per_minute: quota,
    reads_per_minute: quota,
    calls_per_minute: quota,
    concurrent_jobs: quota,
    streams: quota,
  },
  { additionalProperties: false, description: 'must be an object of quotas' },
)

/** Quotas of a key; the settings apply where a quota is absent. */
export type KeyQuotas = Static<typeof keyQuotasSchema>

const { webhookSecretMinBytes, webhookSecretMaxBytes, webhookSecretsMax } = apiLimits

/**
 * Returns the pattern of padded base64 (RFC 4648, section 4) of `leastBytes` to `mostBytes` bytes. `leastBytes` must
 * be a multiple of three, `mostBytes` one more than a multiple of three.
 */
function base64Pattern(leastBytes: number, mostBytes: number): string {
  const character = '[A-Za-z0-9+/]'
  const groups = (most: number): string => `(?:${character}{4}){${leastBytes / 3},${most}}`
  const most = (mostBytes - 1) / 3
  return `(?:${groups(most)}(?:${character}{2}==)?|${groups(most - 1)}${character}{3}=)`
}

const webhookSecret = Type.String({
  pattern: `^(?:whsec_)?${base64Pattern(webhookSecretMinBytes, webhookSecretMaxBytes)}$`,
  description: `must be base64 of ${webhookSecretMinBytes} to ${webhookSecretMaxBytes} bytes, after \`whsec_\` or bare`,
})

const apiKeySchema = Type.Object(
  {
    id: name,
    tenant: name,
    sha256: Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'must be the SHA-256 of the key, 64 hexadecimal digits',
    }),
    webhook_secrets: Type.Optional(
      Type.Array(webhookSecret, {
        maxItems: webhookSecretsMax,
        description: `must be a list of at most ${webhookSecretsMax}`,
      }),
    ),
    quotas: Type.Optional(keyQuotasSchema),
    operator: Type.Optional(Type.Boolean({ description: 'must be true or false' })),
  },
  { description: 'must be an object' },
)

/** One key: its owner, its digest, the secrets that sign its webhooks, its quotas, and whether it is an operator's. */
export type ApiKeyEntry = Static<typeof apiKeySchema>

export const apiKeysSchema = Type.Array(apiKeySchema, {
  maxItems: apiLimits.keysMax,
  description: `must be a list of at most ${apiLimits.keysMax}`,
})

/** Compiled when a file is read: a browser worker reads none. */
const compiled = once(() => new Ajv2020({ ...constantSchemas, allErrors: true, verbose: true }).compile(apiKeysSchema))

/** Thrown when a text is not a list of keys; the message names the place and never repeats a value. */
export class ApiKeysError extends Error {
  override readonly name = 'ApiKeysError'
}

interface RuleError {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: unknown
}

/**
 * Converts `/0/quotas/streams` to `entry 1, quotas/streams`; the result contains only names of the schema and
 * positions.
 */
function placeIn(instancePath: string): string {
  const [entry, ...rest] = instancePath.split('/').slice(1)
  if (entry === undefined) return 'the file'
  return [`entry ${Number(entry) + 1}`, ...(rest.length === 0 ? [] : [rest.join('/')])].join(', ')
}

function ruleBroken({ instancePath, keyword, message, params, parentSchema }: RuleError): string {
  const place = placeIn(instancePath)
  if (keyword === 'required') return `${place}: \`${String(params['missingProperty'])}\` is missing`
  if (keyword === 'additionalProperties') {
    return `${place} has an unknown name; the known names are ${Object.keys(keyQuotasSchema.properties).join(', ')}`
  }
  return `${place}: ${(parentSchema as TSchema & { description?: string }).description ?? message ?? 'is wrong'}`
}

/** Checks what the schema cannot express: ids and keys are unique. */
function repetitions(entries: readonly ApiKeyEntry[]): string[] {
  const ids = new Map<string, number>()
  const digests = new Map<string, number>()
  return entries.flatMap(({ id, sha256 }, index) => {
    const digest = sha256.toLowerCase()
    const sameId = ids.get(id)
    const sameKey = digests.get(digest)
    ids.set(id, sameId ?? index)
    digests.set(digest, sameKey ?? index)
    return [
      ...(sameId === undefined ? [] : [`entry ${index + 1} has the same id as entry ${sameId + 1}`]),
      ...(sameKey === undefined ? [] : [`entry ${index + 1} has the same key as entry ${sameKey + 1}`]),
    ]
  })
}

/**
 * Parses the text of a key file. Unknown members of an entry are ignored.
 * @throws ApiKeysError when an entry is invalid; the message names every such entry and the violated rule.
 */
export function readApiKeys(text: string): ApiKeyEntry[] {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    // The message of the JSON parser quotes the text, which may contain webhook secrets.
    throw new ApiKeysError('the API key file is not JSON')
  }
  const validate = compiled()
  const valid = validate(entries)
  const wrong = valid ? repetitions(entries as ApiKeyEntry[]) : (validate.errors ?? []).map(ruleBroken)
  if (wrong.length > 0) throw new ApiKeysError(`the API key file is not a list of keys: ${wrong.join('; ')}`)
  return entries as ApiKeyEntry[]
}

/**
 * Joins the keys of several files.
 * @throws ApiKeysError when an id or a key occurs in more than one of them.
 */
export function joinApiKeys(lists: readonly (readonly ApiKeyEntry[])[]): readonly ApiKeyEntry[] {
  const entries = lists.flat()
  const wrong = lists.length > 1 ? repetitions(entries) : []
  if (wrong.length > 0) {
    throw new ApiKeysError(`the API key files, read in order, contain duplicates: ${wrong.join('; ')}`)
  }
  return entries
}
