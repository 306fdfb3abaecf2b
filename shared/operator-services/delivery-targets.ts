/**
 * The file of delivery targets: a JSON object of name → bucket. It contains the paths of files with credentials, never
 * credentials themselves.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { keyNameInWords, keyNamePattern } from '../api/keys/key-names.ts'
import { deliveryLimits } from '../config/notify-limits.ts'
import { constantSchemas } from '../values/constant-schemas.ts'
import { once } from '../values/once.ts'

const maxLength = deliveryLimits.textMaxCharacters

const word = (description: string) => Type.String({ minLength: 1, maxLength, description })

const deliveryTargetSchema = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({
        maxLength,
        pattern: '^https?://[^/?#@\\s]+/?$',
        description: 'must be an http(s) URL without path and user; left out: AWS',
      }),
    ),
    region: Type.Optional(word('must be the name of a region; `us-east-1` when left out')),
    bucket: word('must be the name of a bucket'),
    prefix: Type.Optional(
      Type.String({
        maxLength,
        pattern: '^(?:[^/\\u0000-\\u001f][^\\u0000-\\u001f]*)?$',
        description: 'must be the beginning of all keys, without `/` at its start and without control characters',
      }),
    ),
    access_key_id_file: word('must be the path of a file with the id of an access key'),
    secret_access_key_file: word('must be the path of a file with the secret of an access key'),
    path_style: Type.Optional(Type.Boolean({ description: 'must be true or false' })),
    tenants: Type.Optional(
      Type.Array(Type.String({ pattern: keyNamePattern, description: keyNameInWords }), {
        description: 'must be a list of tenants',
      }),
    ),
  },
  { additionalProperties: false, description: 'must be an object' },
)

type DeclaredTarget = Static<typeof deliveryTargetSchema>

/** A bucket that finished archives can be copied to. */
export interface DeliveryTarget {
  name: string
  /** Empty: AWS. */
  endpoint: string
  region: string
  bucket: string
  /** Beginning of all keys; empty: none. */
  prefix: string
  /** Paths of the files with the credentials. */
  accessKeyIdFile: string
  secretAccessKeyFile: string
  /** Whether the bucket is in the path of URLs instead of their host name. */
  pathStyle: boolean
  /** Tenants that may use it; null: all. */
  tenants: readonly string[] | null
}

export const deliveryTargetsSchema = Type.Record(Type.String(), deliveryTargetSchema, {
  maxProperties: deliveryLimits.targetsMax,
  propertyNames: { pattern: keyNamePattern },
  description: `must be an object of at most ${deliveryLimits.targetsMax} targets by name`,
})

/** Compiled when a file is read: most stacks have none. */
const compiled = once(() =>
  new Ajv2020({ ...constantSchemas, allErrors: true, verbose: true }).compile(deliveryTargetsSchema),
)

/** Thrown when a text is not an object of targets; the message names the place and never repeats a value. */
export class DeliveryTargetsError extends Error {
  override readonly name = 'DeliveryTargetsError'
}

/** Position and rule of a problem, without what the file contains beyond the names of targets that are valid. */
function ruleBroken(error: ErrorObject): string {
  const [name, ...rest] = error.instancePath.split('/').slice(1)
  const place = name === undefined ? 'the file' : [`target ${name}`, ...rest].join(', ')
  if (error.keyword === 'required') return `${place}: \`${String(error.params['missingProperty'])}\` is missing`
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys(deliveryTargetSchema.properties).join(', ')
    return `${place} has an unknown name; the known names are ${known}`
  }
  if (error.keyword === 'propertyNames' || error.propertyName !== undefined) {
    return `${place}: the name of a target ${keyNameInWords}`
  }
  return `${place}: ${(error.parentSchema as { description?: string }).description ?? error.message ?? 'is wrong'}`
}

const targetOf = (name: string, declared: DeclaredTarget): DeliveryTarget => ({
  name,
  endpoint: declared.endpoint ?? '',
  region: declared.region ?? 'us-east-1',
  bucket: declared.bucket,
  prefix: declared.prefix ?? '',
  accessKeyIdFile: declared.access_key_id_file,
  secretAccessKeyFile: declared.secret_access_key_file,
  // As for the own store: stores other than AWS rarely have a host name per bucket.
  pathStyle: declared.path_style ?? (declared.endpoint ?? '') !== '',
  tenants: declared.tenants ?? null,
})

/**
 * Parses the text of a file of targets.
 * @throws DeliveryTargetsError when it is invalid; the message names every such place and the violated rule.
 */
export function readDeliveryTargets(text: string): DeliveryTarget[] {
  let declared: unknown
  try {
    declared = JSON.parse(text)
  } catch {
    throw new DeliveryTargetsError('the file of delivery targets is not JSON')
  }
  const validate = compiled()
  if (!validate(declared)) {
    const wrong = [...new Set((validate.errors ?? []).map(ruleBroken))]
    throw new DeliveryTargetsError(`the file of delivery targets is invalid: ${wrong.join('; ')}`)
  }
  return Object.entries(declared as Record<string, DeclaredTarget>).map(([name, each]) => targetOf(name, each))
}

/** Returns whether a tenant may use a target. */
export const mayUse = (tenant: string, { tenants }: Pick<DeliveryTarget, 'tenants'>): boolean =>
  tenants === null || tenants.includes(tenant)
