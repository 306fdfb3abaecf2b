/** Visits the JSON Schema of a caller once, to check its depth, size, references and patterns. */
import { outputSchemaLimits } from './output-schema-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { compilePatterns } from '../../urls/patterns.ts'
import { isObject } from '../rules/json-object.ts'
import { listKeywords, type Schema, type SchemaProblem } from './output-shape.ts'
import { problemSegment } from '../rules/problem-list.ts'
import { nameOfSegment, pointerSegment } from '../../values/json-pointer.ts'

/** Keywords whose value is one schema. */
const schemaKeywords = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
])
/** Keywords whose value maps names to schemas. */
const mapKeywords = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
])

/** A schema directly inside another one. */
export interface Subschema {
  keyword: string
  /** JSON pointer relative to the enclosing schema. */
  pointer: string
  /** The value at a place where a schema is expected; not necessarily a schema. */
  schema: unknown
}

/** Yields the values at all places directly inside a schema where a schema is expected. */
export function* subschemasOf(schema: Schema): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    const pointer = `/${problemSegment(keyword)}`
    if (schemaKeywords.has(keyword) && !(keyword === 'items' && Array.isArray(value))) {
      yield { keyword, pointer, schema: value }
    } else if (listKeywords.has(keyword) && Array.isArray(value)) {
      for (const [index, each] of value.entries()) yield { keyword, pointer: `${pointer}/${index}`, schema: each }
    } else if (mapKeywords.has(keyword) && isObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        // In older dialects, a dependency may be a list of names.
        if (keyword === 'dependencies' && Array.isArray(each)) continue
        yield { keyword, pointer: `${pointer}/${problemSegment(name)}`, schema: each }
      }
    }
  }
}

/** Keywords whose schemas apply to the value itself and not to a part of it. */
const inPlaceKeywords = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
])

/**
 * Keywords that apply to what all other keywords leave unevaluated; compiling them takes time proportional to the
 * square of the number of schemas around them.
 */
const unevaluatedKeywords = ['unevaluatedProperties', 'unevaluatedItems']

/** Visits a schema once and collects its problems: depth, size, references and patterns. */
export class SchemaWalk {
  readonly #root: Schema
  readonly #found: SchemaProblem[] = []
  /** Number of schemas inside each schema, itself included. */
  readonly #sizes = new Map<Schema, number>()
  #schemas = 0
  #pointerCharacters = 0
  #patterns = 0
  /** Set when a limit of the whole schema is exceeded: the rest is not visited. */
  #isTooMuch = false
  /** Pointers to the keywords of `unevaluatedKeywords`. */
  readonly #unevaluated: string[] = []
  readonly #references: { pointer: string; schema: Schema; target: unknown }[] = []
  /** Schemas from which no chain of references leads back to the schema itself. */
  readonly #ending = new Set<Schema>()
  #patternSteps = 0

  constructor(root: Schema) {
    this.#root = root
  }

  problems(): SchemaProblem[] {
    this.#visit(this.#root, '', 1)
    // The target of a reference may be at a place where no schema is expected.
    for (const { pointer, target } of this.#references)
      if (isObject(target) && !this.#sizes.has(target)) this.#visit(target, pointer, 1)
    this.#checkCompiled()
    this.#checkUnevaluated()
    for (const { pointer, schema } of this.#references)
      if (this.#found.length < outputSchemaLimits.problemsMax && this.#leadsToItself(schema, new Set())) {
        this.#tell(pointer, 'must not refer back to itself for the same value')
      }
    return this.#found.slice(0, outputSchemaLimits.problemsMax)
  }

  #tell(pointer: string, rule: string): void {
    this.#found.push({ pointer, rule })
  }

  /**
   * Reports that a limit of the whole schema is exceeded.
   * @returns 0, the number of schemas counted.
   */
  #stop(rule: string): 0 {
    this.#tell('', rule)
    this.#isTooMuch = true
    return 0
  }

  /**
   * Visits a schema and the schemas inside it.
   * @returns how many schemas were counted.
   */
  #visit(schema: unknown, pointer: string, level: number): number {
    if (this.#isTooMuch || this.#found.length >= outputSchemaLimits.problemsMax) return 0
    if (!isObject(schema) && typeof schema !== 'boolean') {
      this.#tell(pointer, 'must be a schema: an object, true or false')
      return 0
    }
    this.#schemas += 1
    if (this.#schemas > outputSchemaLimits.schemasMax) {
      return this.#stop(
        `must contain at most ${outputSchemaLimits.schemasMax} schemas, including \`true\` and \`false\``,
      )
    }
    if (typeof schema === 'boolean') return 1
    if (level > outputSchemaLimits.levelsMax) {
      this.#tell(pointer, `is nested too deep: ${outputSchemaLimits.levelsMax} levels are allowed`)
      return 0
    }
    this.#sizes.set(schema, 1)
    this.#pointerCharacters += pointer.length
    if (this.#pointerCharacters > outputSchemaLimits.pointersMaxCharacters) {
      return this.#stop(
        `has too many schemas below names that are too long: all their JSON pointers together must have at most ${outputSchemaLimits.pointersMaxCharacters} characters`,
      )
    }
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) this.#checkReference(schema, keyword, pointer)
    for (const keyword of ['$id', '$anchor', '$dynamicAnchor']) {
      if (keyword in schema)
        this.#tell(`${pointer}/${keyword}`, 'is not supported: the only references are `#` and `#/…`')
    }
    for (const keyword of unevaluatedKeywords) if (keyword in schema) this.#unevaluated.push(`${pointer}/${keyword}`)
    for (const keyword of ['dependentRequired', 'dependencies']) this.#checkDependencies(schema, keyword, pointer)
    if (typeof schema['pattern'] === 'string') this.#checkPattern(schema['pattern'], `${pointer}/pattern`)
    const { patternProperties } = schema
    for (const pattern of Object.keys(isObject(patternProperties) ? patternProperties : {}))
      this.#checkPattern(pattern, `${pointer}/patternProperties/${problemSegment(pattern)}`)
    let size = 1
    for (const below of subschemasOf(schema)) size += this.#visit(below.schema, `${pointer}${below.pointer}`, level + 1)
    this.#sizes.set(schema, size)
    return size
  }

  #checkDependencies(schema: Schema, keyword: string, pointer: string): void {
    const dependents = schema[keyword]
    for (const [name, names] of isObject(dependents) ? Object.entries(dependents) : []) {
      if (!Array.isArray(names) || names.length <= outputSchemaLimits.dependentNamesMax) continue
      const rule = `must list at most ${outputSchemaLimits.dependentNamesMax} names`
      this.#tell(`${pointer}/${keyword}/${problemSegment(name)}`, rule)
    }
  }

  /** Limits the schemas to compile: ajv compiles each target of a reference separately, with all schemas inside it. */
  #checkCompiled(): void {
    const targets = new Set(this.#references.map(({ target }) => target).filter(isObject))
    const compiled = [...targets].reduce((sum, target) => sum + (this.#sizes.get(target) ?? 0), this.#schemas)
    if (compiled > outputSchemaLimits.compiledSchemasMax) {
      const rule = `must contain at most ${outputSchemaLimits.compiledSchemasMax} schemas, where each schema inside the target of a reference counts once more`
      this.#tell('', rule)
    }
  }

  #checkUnevaluated(): void {
    const { unevaluatedMax, unevaluatedSchemasMax } = outputSchemaLimits
    const [first] = this.#unevaluated
    if (first === undefined) return
    const beyond = this.#unevaluated[unevaluatedMax]
    if (beyond !== undefined) this.#tell(beyond, `is used too often: ${unevaluatedMax} times are allowed`)
    else if (this.#schemas > unevaluatedSchemasMax) {
      this.#tell(first, `is not supported in a schema of more than ${unevaluatedSchemasMax} schemas`)
    }
  }

  #checkReference(schema: Schema, keyword: string, pointer: string): void {
    const reference = schema[keyword]
    if (reference === undefined) return
    const at = `${pointer}/${keyword}`
    if (keyword !== '$ref') return this.#tell(at, 'is not supported: use `$ref`')
    if (typeof reference !== 'string' || !/^#(?:\/.*)?$/.test(reference) || !reference.isWellFormed()) {
      return this.#tell(at, 'must be a reference into the schema itself: `#` or `#/…`')
    }
    const target = schemaAt(this.#root, reference)
    if (target === null) return this.#tell(at, 'must refer to a schema that exists')
    this.#references.push({ pointer: at, schema, target })
  }

  /**
   * Returns true when references lead back to a schema without descending into a part of the value. Recursion into
   * parts of the value, as in trees, is allowed because it ends.
   */
  #leadsToItself(schema: unknown, around: Set<unknown>): boolean {
    if (!isObject(schema) || this.#ending.has(schema)) return false
    if (around.has(schema)) return true
    around.add(schema)
    const { $ref } = schema
    if (typeof $ref === 'string' && this.#leadsToItself(schemaAt(this.#root, $ref), around)) return true
    for (const below of subschemasOf(schema))
      if (inPlaceKeywords.has(below.keyword) && this.#leadsToItself(below.schema, around)) return true
    around.delete(schema)
    this.#ending.add(schema)
    return false
  }

  #checkPattern(pattern: string, pointer: string): void {
    this.#patterns += 1
    if (this.#patterns > outputSchemaLimits.patternsMax) {
      if (!this.#isTooMuch) this.#stop(`must have at most ${outputSchemaLimits.patternsMax} patterns`)
      return
    }
    const result = compilePatterns([pattern], jobLimits.patternStepsMax - this.#patternSteps)
    this.#patternSteps += result.steps
    if (!result.ok) this.#tell(pointer, result.problems[0]?.message ?? 'is not a regular expression')
  }
}

/**
 * Resolves a local reference.
 * @param reference `#` or `#/...`: a JSON pointer, percent-encoded (RFC 6901, section 6).
 * @returns the schema; null if none exists at that place.
 */
export function schemaAt(root: Schema, reference: string): unknown {
  const names = namesIn(reference)
  if (names === null) return null
  let at: unknown = root
  for (const name of names) {
    const isThere = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, name)
    if (!isThere) return null
    at = (at as Schema)[name]
  }
  return isObject(at) || typeof at === 'boolean' ? at : null
}

/**
 * Returns the canonical spelling of a reference: ajv compiles a target once for every spelling of its reference.
 * @param reference a reference that resolves to a schema.
 */
export const canonicalReference = (reference: string): string =>
  ['#', ...(namesIn(reference) ?? []).map((name) => encodeURIComponent(pointerSegment(name)))].join('/')

/** Returns the names in the pointer of a reference; null when it is malformed. */
function namesIn(reference: string): string[] | null {
  try {
    return reference
      .split('/')
      .slice(1)
      .map((segment) => nameOfSegment(decodeURIComponent(segment)))
  } catch {
    return null
  }
}
