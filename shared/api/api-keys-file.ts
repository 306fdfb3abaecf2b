/**
 * The API key file: a JSON list of `{id, tenant, sha256, webhook_secrets[], quotas{}}`. Keys
 * themselves are nowhere in it, only their SHA-256.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'

const apiKeySchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** Temporal finds no workflow by a value with quotes or backslashes in it. */
  tenant: Type.String({ pattern: '^[^"\\\\]+$' }),
  sha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'SHA-256 of the key, in hex.' }),
  webhook_secrets: Type.Optional(Type.Array(Type.String())),
  quotas: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** One key: whose it is and how to recognise it. */
export type ApiKeyEntry = Static<typeof apiKeySchema>

const validate = new Ajv2020({ allErrors: true }).compile(Type.Array(apiKeySchema))

/** Thrown when a text is no list of keys; the message says where and never repeats a value. */
export class ApiKeysError extends Error {
  override readonly name = 'ApiKeysError'
}

/**
 * Reads the text of a key file.
 * @throws ApiKeysError naming every entry that breaks a rule.
 */
export function readApiKeys(text: string): ApiKeyEntry[] {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may hold webhook secrets.
    throw new ApiKeysError('the API key file is not JSON')
  }
  if (validate(entries)) return entries as ApiKeyEntry[]
  const wrong = (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'the whole'} ${message ?? ''}`,
  )
  throw new ApiKeysError(`the API key file is not a list of keys: ${wrong.join('; ')}`)
}
