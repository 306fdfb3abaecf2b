/** Finds the caller's schemas that apply to a place in a value, through references and branches. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { schemaAt } from '@seine/shared/api/output-schema/output-schema-walk.ts'
import type { Schema } from '@seine/shared/api/output-schema/output-shape.ts'
import { modelLimits } from '@seine/shared/config/model-limits.ts'

const branchKeywords = ['allOf', 'anyOf', 'oneOf'] as const
const conditionalKeywords = ['then', 'else'] as const

/** The schemas that apply to one place. */
export interface SchemaPlace {
  /** The schemas as declared for the place. */
  declared: readonly unknown[]
  /** The declared schemas, those they refer to, and the branches of all of them. */
  schemas: readonly Schema[]
}

/** Resolves places and caches the branches of each schema, as they are needed repeatedly. */
export class SchemaPlaces {
  readonly #root: Schema
  readonly #branches = new WeakMap<object, Schema[]>()
  readonly #nulls = new WeakMap<object, boolean>()

  /** @param root the schema that local references point into. */
  constructor(root: Schema) {
    this.#root = root
  }

  /** The schemas of the value itself. */
  get top(): SchemaPlace {
    return { declared: [this.#root], schemas: this.#branchesOf(this.#root) }
  }

  /** Returns the schemas of a property; null when no schema names it. */
  property({ schemas }: SchemaPlace, name: string): SchemaPlace | null {
    const declared = schemas.flatMap(({ properties, additionalProperties }) => {
      if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]]
      return isObject(additionalProperties) ? [additionalProperties] : []
    })
    return this.#placeOf(declared)
  }

  /** Returns the schemas of the items of a list; null if none exist. */
  items({ schemas }: SchemaPlace): SchemaPlace | null {
    if (schemas.some((schema) => Array.isArray(schema['prefixItems']))) return null
    return this.#placeOf(schemas.flatMap(({ items }) => (isObject(items) ? [items] : [])))
  }

  /** Whether null satisfies one of the schemas declared for a place; true when this cannot be determined. */
  allowsNull({ declared }: SchemaPlace): boolean {
    return declared.some((schema) => this.#allowsNull(schema, 0))
  }

  #placeOf(declared: unknown[]): SchemaPlace | null {
    if (declared.length === 0) return null
    const schemas = new Set<Schema>()
    for (const schema of declared) {
      // Each schema may have as many branches, and all of them are examined at every member of a value.
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

  /** Whether null satisfies all rules of a schema; beyond the maximum depth anything is assumed to be allowed. */
  #allowsNull(schema: unknown, depth: number): boolean {
    if (schema === false) return false
    if (!isObject(schema) || depth > modelLimits.answerLevelsMax) return true
    const known = this.#nulls.get(schema)
    if (known !== undefined) return known
    // A reference back to this schema adds no further constraint.
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
