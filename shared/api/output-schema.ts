/**
 * The `schema` of the `json` output: a JSON Schema (2020-12, older spellings of definitions allowed), or a
 * shape. Schemas are the caller's: bounded in size and depth, references only into themselves, patterns run
 * by RE2.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { RE2JS } from 're2js'
import { outputSchemaLimits } from '../config/json-limits.ts'
import { jobLimits } from '../config/limits.ts'
import { jsonWithin } from './json-size.ts'
import { readDialect } from '../url/pattern-dialect.ts'
import { CheckSteps, countedSchema, TooManyStepsError } from './output-schema-steps.ts'
import { SchemaWalk } from './output-schema-walk.ts'
import { isSchema, outputSchemaOf, shapeProblems, type Schema, type SchemaProblem } from './output-shape.ts'

/** Where a value breaks its schema. */
export interface SchemaError {
  /** JSON pointer into the value. */
  pointer: string
  message: string
}

/**
 * Finds what is wrong with a schema.
 * @param given an object of any size and depth that a request may have.
 * @returns the problems in the order of the schema; at most as many as are told of one request.
 */
export function outputSchemaProblems(given: Schema): SchemaProblem[] {
  if (jsonWithin(given, jobLimits.schemaMaxBytes) === null) {
    return [{ pointer: '', rule: `must have at most ${jobLimits.schemaMaxBytes} bytes serialised` }]
  }
  if (Object.keys(given).length === 0) {
    return [{ pointer: '', rule: 'must be a JSON Schema, or a shape such as {"title": "string"}: it is empty' }]
  }
  const shape = isSchema(given) ? [] : shapeProblems(given, '', 1)
  if (shape.length > 0) return shape
  const schema = outputSchemaOf(given)
  const problems = new SchemaWalk(schema).problems()
  return problems.length > 0 ? problems : metaProblems(schema)
}

/** One for each schema: what is compiled is kept with it. */
const createAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: true,
    logger: false,
    // A schema that is referred to often would be compiled as often.
    inlineRefs: false,
    code: { optimize: false, regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
  })
  addFormats.default(ajv)
  return ajv
}

/** Patterns of callers in linear time. Ajv knows patterns by their text. */
export function linearRegExp(pattern: string): { test: (text: string) => boolean; toString: () => string } {
  const dialect = readDialect(pattern)
  const compiled = RE2JS.compile(dialect.ok ? dialect.source : pattern)
  return { test: (text) => compiled.test(text), toString: () => `/${pattern}/` }
}

const metaAjv = createAjv()

/** What tells whether a text is in a format; null for a format that is not known. */
export function outputFormat(name: string): ((text: string) => boolean) | null {
  if (!Object.hasOwn(metaAjv.formats, name)) return null
  const format = metaAjv.formats[name]
  if (format instanceof RegExp) return (text) => format.test(text)
  const check = typeof format === 'object' ? format.validate : format
  if (check instanceof RegExp) return (text) => check.test(text)
  return typeof check === 'function' ? (text) => check(text as never) === true : null
}

function metaProblems(schema: Schema): SchemaProblem[] {
  const { $schema: _dialect, ...plain } = schema
  if (metaAjv.validateSchema(plain) !== true) {
    const rules = new Map<string, string>()
    // Of a union the first branch says enough.
    for (const error of metaAjv.errors ?? []) {
      if (!rules.has(error.instancePath)) rules.set(error.instancePath, `is no JSON Schema there: ${ruleOf(error)}`)
    }
    return [...rules].slice(0, outputSchemaLimits.problemsMax).map(([pointer, rule]) => ({ pointer, rule }))
  }
  try {
    createAjv().compile(plain)
    return []
  } catch {
    return [{ pointer: '', rule: 'must be a JSON Schema (2020-12) that can be compiled' }]
  }
}

/** What a caller has written into a schema comes back in part alone: messages are told of every page. */
const messageMaxCharacters = 300
const membersToldMax = 20

function ruleOf({ keyword, message = 'invalid', params }: ErrorObject): string {
  if (keyword !== 'enum') return shortened(message)
  const members = params['allowedValues'] as unknown[]
  const told = members.slice(0, membersToldMax).map((value) => `\`${String(value)}\``)
  return shortened(`must be one of ${told.join(', ')}${members.length > told.length ? ', …' : ''}`)
}

const shortened = (text: string): string =>
  text.length > messageMaxCharacters ? `${text.slice(0, messageMaxCharacters).toWellFormed()}…` : text

/**
 * Compiles a schema.
 * @param given without problems.
 * @returns tells where a value breaks it, in order, at most as many places as are reported.
 */
export function compileOutputSchema(given: Schema): (value: unknown) => SchemaError[] {
  const { $schema: _dialect, ...plain } = outputSchemaOf(given)
  const ajv = createAjv()
  const steps = new CheckSteps()
  steps.countIn(ajv)
  const validate = ajv.compile(countedSchema(plain))
  return (value) => {
    steps.begin()
    try {
      if (validate(value)) return []
    } catch (error) {
      if (!(error instanceof TooManyStepsError)) throw error
      return [{ pointer: '', message: 'cannot be checked: the schema asks for too many steps with this value' }]
    }
    return (validate.errors ?? [])
      .slice(0, outputSchemaLimits.errorsMax)
      .map((error) => ({ pointer: error.instancePath, message: ruleOf(error) }))
  }
}
