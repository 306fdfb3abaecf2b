/** Fields of a form, made from a schema of the API description. */

/** The members of a JSON Schema that forms use. */
export interface FormSchema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly FormSchema[]
  allOf?: readonly FormSchema[]
  properties?: Readonly<Record<string, FormSchema>>
  required?: readonly string[]
  items?: FormSchema
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** How a field is entered. */
export type FieldKind = 'text' | 'number' | 'flag' | 'choice' | 'choices' | 'lines' | 'group' | 'json'

/** A field of a form. */
export interface FormField {
  /** Name as the API spells it. */
  name: string
  /** JSON pointer into the body. */
  pointer: string
  kind: FieldKind
  required: boolean
  help: string
  /** Default and bounds in words; empty: none. */
  rules: string
  /** Value that the API takes when the field is left out; undefined: not stated. */
  default: unknown
  /** Values to choose from. */
  options: readonly string[]
  /** Fields of a group. */
  fields: readonly FormField[]
}

/** Schemas by their name. */
export type SchemaTable = Readonly<Record<string, FormSchema>>

/** Groups within groups beyond this depth are entered as JSON. */
const depthMax = 3

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const typesOf = ({ type }: FormSchema): readonly string[] => [type ?? []].flat().filter((name) => name !== 'null')

const isNull = ({ type }: FormSchema): boolean => type === 'null'

/** Replaces references and unions by the schema that a form offers: of a union the first alternative. */
function resolved(schema: FormSchema, table: SchemaTable): FormSchema {
  if (schema.$ref !== undefined) {
    const target = table[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}
    return {
      ...resolved(target, table),
      ...(schema.description === undefined ? {} : { description: schema.description }),
    }
  }
  const first = schema.anyOf?.find((each) => !isNull(each))
  if (first === undefined) return schema
  const { anyOf: _anyOf, ...outer } = schema
  return { ...resolved(first, table), ...outer }
}

const textOptions = (values: readonly unknown[] = []): string[] =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)

function kindOf(schema: FormSchema, table: SchemaTable, depth: number): FieldKind {
  if (schema.enum !== undefined && textOptions(schema.enum).length > 0) return 'choice'
  const [type] = typesOf(schema)
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string') return 'text'
  if (type === 'array') {
    const items = resolved(schema.items ?? {}, table)
    if (items.enum !== undefined) return 'choices'
    return typesOf(items)[0] === 'string' ? 'lines' : 'json'
  }
  const hasFields = Object.keys(schema.properties ?? {}).length > 0
  return hasFields && depth < depthMax ? 'group' : 'json'
}

const range = (least: number | undefined, most: number | undefined, what: string): string | null => {
  if (least === undefined && most === undefined) return null
  if (most === undefined) return `at least ${least}${what}`
  return least === undefined || least === 0 ? `at most ${most}${what}` : `${least} to ${most}${what}`
}

function rulesOf(schema: FormSchema): string {
  const { default: usual } = schema
  return [
    usual === undefined || usual === null
      ? null
      : `default ${typeof usual === 'string' ? usual : JSON.stringify(usual)}`,
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' entries'),
  ]
    .filter((rule) => rule !== null)
    .join('; ')
}

/**
 * Returns the fields of an object.
 * @param schema of the object, or a reference to it.
 * @param table all schemas of the description.
 */
export function fieldsOf(schema: FormSchema, table: SchemaTable, pointer = '', depth = 0): FormField[] {
  const { properties = {}, required = [] } = resolved(schema, table)
  return Object.entries(properties).map(([name, each]) => {
    const own = resolved(each, table)
    const kind = kindOf(own, table, depth)
    const place = `${pointer}/${escaped(name)}`
    const options = kind === 'choices' ? resolved(own.items ?? {}, table).enum : own.enum
    return {
      name,
      pointer: place,
      kind,
      required: required.includes(name),
      help: own.description ?? '',
      rules: rulesOf(own),
      default: own.default,
      options: textOptions(options),
      fields: kind === 'group' ? fieldsOf(own, table, place, depth + 1) : [],
    }
  })
}
