/** Python types of JSON schemas; objects with members become classes. */
import { referencedName, type ApiDescription, type DescribedSchema } from './description.ts'
import { literal, pascalCase } from './python-text.ts'

/** An object type that has a class. */
export interface PythonClass {
  name: string
  schema: DescribedSchema
  members: PythonMember[]
}

export interface PythonMember {
  name: string
  type: string
  required: boolean
  description: string | undefined
  /** The class that values become, and how it is held: by itself, in a list, or by name in an object. */
  nested: { held: 'one' | 'list' | 'map'; name: string } | null
}

const plain: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  array: 'list[Any]',
  object: 'dict[str, Any]',
}

const hasMembers = ({ properties }: DescribedSchema): boolean => Object.keys(properties ?? {}).length > 0

const union = (types: readonly string[]): string => {
  const literals = types.flatMap((type) => /^Literal\[(.+)\]$/.exec(type)?.[1] ?? [])
  const merged = literals.length > 0 ? [`Literal[${literals.join(', ')}]`] : []
  const distinct = [...merged, ...new Set(types.filter((type) => !/^Literal\[.+\]$/.test(type)))]
  if (distinct.includes('Any')) return 'Any'
  return [...distinct.filter((type) => type !== 'None'), ...distinct.filter((type) => type === 'None')].join(' | ')
}

/** Collects the classes that schemas need, each behind those that it contains. */
export class PythonTypes {
  readonly classes: PythonClass[] = []
  readonly #description: ApiDescription
  readonly #names = new Set<string>()

  constructor(description: ApiDescription) {
    this.#description = description
  }

  /** The type of a schema. @param name of the class, when the schema has members and no name of its own. */
  typeOf(schema: DescribedSchema, name: string): string {
    const reference = referencedName(schema)
    if (reference !== undefined) return this.#named(reference)
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((option) => this.typeOf(option, name)))
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum !== undefined) {
      const values = schema.enum.filter((value) => value !== null).map(literal)
      const type = `Literal[${values.join(', ')}]`
      return schema.enum.includes(null) ? `${type} | None` : type
    }
    if (schema.type === undefined) return 'Any'
    return union([schema.type].flat().map((type) => this.#typed(type, schema, name)))
  }

  #typed(type: string, schema: DescribedSchema, name: string): string {
    if (type === 'array' && schema.items !== undefined) return `list[${this.typeOf(schema.items, `${name}Item`)}]`
    if (type !== 'object') return plain[type]!
    if (hasMembers(schema)) return this.#class(name, schema)
    const { additionalProperties: values } = schema
    return typeof values === 'object' ? `dict[str, ${this.typeOf(values, `${name}Value`)}]` : plain['object']!
  }

  /** The type of a schema of the description that has a name. */
  #named(name: string): string {
    const schema = this.#description.components.schemas[name]
    if (schema === undefined) throw new Error(`openapi.json has no schema ${name}`)
    return this.#names.has(name) ? name : this.typeOf(schema, name)
  }

  #class(name: string, schema: DescribedSchema): string {
    if (this.#names.has(name)) throw new Error(`two schemas would be the class ${name}: name them in the description`)
    this.#names.add(name)
    const members = Object.entries(schema.properties ?? {}).map(([member, value]): PythonMember => {
      const inner = name + pascalCase(member)
      return {
        name: member,
        type: this.typeOf(value, inner),
        required: schema.required?.includes(member) ?? false,
        description: value.description,
        nested: this.#nested(value, inner),
      }
    })
    this.classes.push({ name, schema, members })
    return name
  }

  /** The class of a value, its list or its object, if it has one. The schema has been through {@link typeOf}. */
  #nested(schema: DescribedSchema, name: string): PythonMember['nested'] {
    const reference = referencedName(schema)
    if (reference !== undefined) return this.#nested(this.#description.components.schemas[reference]!, reference)
    if (schema.anyOf !== undefined) {
      const found = schema.anyOf.flatMap((option) => this.#nested(option, name) ?? [])
      if (found.length > 1) throw new Error(`${name} may be one of several objects`)
      return found[0] ?? null
    }
    if (hasMembers(schema)) return { held: 'one', name }
    const { items, additionalProperties: values } = schema
    if (items !== undefined) return this.#held(items, `${name}Item`, 'list')
    return typeof values === 'object' ? this.#held(values, `${name}Value`, 'map') : null
  }

  #held(schema: DescribedSchema, name: string, held: 'list' | 'map'): PythonMember['nested'] {
    const nested = this.#nested(schema, name)
    return nested?.held === 'one' ? { ...nested, held } : null
  }
}
