/** Which schemas of the caller hold for a place in a value: through references and through their branches. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { schemaAt } from '@seine/shared/api/output-schema/output-schema-walk.ts'
import type { Schema } from '@seine/shared/api/output-schema/output-shape.ts'
import { modelLimits } from '@seine/shared/config/model-limits.ts'

const branchKeywords = ['allOf', 'anyOf', 'oneOf'] as const
const conditionalKeywords = ['then', 'else'] as const

/** The schemas that hold for one place. */
export interface SchemaPlace {
  /** As they were written there. */
  declared: readonly unknown[]
  /** These, those they refer to, and the branches of them all. */
  schemas: readonly Schema[]
}

/** The branches of one schema, as they are asked for again and again. */
export class SchemaPlaces {
  readonly #root: Schema
  readonly #branches = new WeakMap<object, Schema[]>()
  readonly #nulls = new WeakMap<object, boolean>()

  /** @param root what local references lead into. */
  constructor(root: Schema) {
    this.#root = root
  }

  /** What is said of the value itself. */
  get top(): SchemaPlace {
    return { declared: [this.#root], schemas: this.#branchesOf(this.#root) }
  }

  /** What is said of a property; null where no schema names it. */
  property({ schemas }: SchemaPlace, name: string): SchemaPlace | null {
    const declared = schemas.flatMap(({ properties, additionalProperties }) => {
      if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]]
      return isObject(additionalProperties) ? [additionalProperties] : []
    })
    return this.#placeOf(declared)
  }

  /** What is said of the items of a list; null where nothing is. */
  items({ schemas }: SchemaPlace): SchemaPlace | null {
    if (schemas.some((schema) => Array.isArray(schema['prefixItems']))) return null
    return this.#placeOf(schemas.flatMap(({ items }) => (isObject(items) ? [items] : [])))
  }

  /** Whether null keeps to one of the schemas declared for a place; true where that cannot be said. */
  allowsNull({ declared }: SchemaPlace): boolean {
    return declared.some((schema) => this.#allowsNull(schema, 0))
  }

  #placeOf(declared: unknown[]): SchemaPlace | null {
    if (declared.length === 0) return null
    const schemas = new Set<Schema>()
    for (const schema of declared) {
      // Each may have as many branches: all of them together are looked for at every member of a value.
      if (schemas.size >= modelLimits.schemasPerPlaceMax) break
      for (const branch of this.#branchesOf(schema)) schemas.add(branch)
    }
    return { declared, schemas: [...schemas].slice(0, modelLimits.schemasPerPlaceMax) }
  }

  #branchesOf(schema: unknown): Schema[] {
    if (!isObject(schema)) return []
    const known = this.#branches.get(schema)
    if (known !== undefined) return known
    const found = new Set<Schema>()
    const waiting: unknown[] = [schema]
    while (waiting.length > 0 && found.size < modelLimits.schemasPerPlaceMax) {
      const next = waiting.shift()
      if (!isObject(next) || found.has(next)) continue
      found.add(next)
      if (typeof next['$ref'] === 'string') waiting.push(schemaAt(this.#root, next['$ref']))
      for (const keyword of branchKeywords)
        if (Array.isArray(next[keyword])) waiting.push(...(next[keyword] as unknown[]))
      for (const keyword of conditionalKeywords) waiting.push(next[keyword])
    }
    const branches = [...found]
    this.#branches.set(schema, branches)
    return branches
  }

  /** What stands in one schema holds together; deep down it is taken to allow anything. */
  #allowsNull(schema: unknown, depth: number): boolean {
    if (schema === false) return false
    if (!isObject(schema) || depth > modelLimits.answerLevelsMax) return true
    const known = this.#nulls.get(schema)
    if (known !== undefined) return known
    // Whoever comes back here by a reference learns nothing new.
    this.#nulls.set(schema, true)
    const allows = this.#ownRulesAllowNull(schema, depth)
    this.#nulls.set(schema, allows)
    return allows
  }

  #ownRulesAllowNull(schema: Schema, depth: number): boolean {
    const { type, nullable, enum: choices, $ref: reference, allOf } = schema
    if (type !== undefined && nullable !== true && ![type].flat().includes('null')) return false
    if (Array.isArray(choices) && !choices.includes(null)) return false
    if ('const' in schema && schema['const'] !== null) return false
    if (typeof reference === 'string' && !this.#allowsNull(schemaAt(this.#root, reference), depth + 1)) return false
    if (Array.isArray(allOf) && !allOf.every((each) => this.#allowsNull(each, depth + 1))) return false
    return ['anyOf', 'oneOf'].every((keyword) => {
      const branches = schema[keyword]
      return !Array.isArray(branches) || branches.some((each) => this.#allowsNull(each, depth + 1))
    })
  }
}
