/** Messages between a process and the thread that compiles callers' schemas. */
import type { SchemaError } from '@seine/shared/api/output-schema/output-schema.ts'
import type { PathPatternProblem, PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { SchemaProblem } from '@seine/shared/api/output-schema/output-shape.ts'

/** Messages to the thread: schemas and values as JSON. */
export type SchemaTask =
  /** Finds the problems of a caller's schema. */
  | { kind: 'problems'; schema: string }
  /** Finds where a value breaks a valid schema. */
  | { kind: 'check'; schema: string; value: string }
  /** Finds the problems of the path patterns of a crawl. */
  | { kind: 'patterns'; patterns: PathPatterns }

/** Messages from the thread: `ready` once after its start, then one answer per task. */
export type SchemaMessage = { kind: 'ready' } | SchemaAnswer

export type SchemaAnswer =
  | { kind: 'problems'; problems: SchemaProblem[] }
  | { kind: 'errors'; errors: SchemaError[] }
  | { kind: 'patterns'; problems: PathPatternProblem[] }
