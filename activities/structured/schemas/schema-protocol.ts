/** Messages between a process and the thread that compiles callers' schemas. */
import type { SchemaError } from '@seine/shared/api/output-schema/output-schema.ts'
import type { PathPatternProblem, PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { SchemaProblem } from '@seine/shared/api/output-schema/output-shape.ts'

/** To the thread: schemas and values as JSON. */
export type SchemaTask =
  /** What is wrong with a schema of a caller? */
  | { kind: 'problems'; schema: string }
  /** Where does a value break a schema without problems? */
  | { kind: 'check'; schema: string; value: string }
  /** What is wrong with the path patterns of a crawl? */
  | { kind: 'patterns'; patterns: PathPatterns }

/** From the thread: `ready` once after its start, then one answer a task. */
export type SchemaMessage = { kind: 'ready' } | SchemaAnswer

export type SchemaAnswer =
  | { kind: 'problems'; problems: SchemaProblem[] }
  | { kind: 'errors'; errors: SchemaError[] }
  | { kind: 'patterns'; problems: PathPatternProblem[] }
