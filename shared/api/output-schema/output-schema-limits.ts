/** Limits of schemas that callers write. */
export const outputSchemaLimits = {
  levelsMax: 32,
  /** Subschemas of one schema; `true` and `false` count like all others. */
  schemasMax: 2_000,
  /** Subschemas that are compiled: the whole schema, and the subschemas of each place that is referenced. */
  compiledSchemasMax: 4_000,
  /**
   * JSON pointers of all subschemas together: the compiled code has the pointer of each error that a schema may cause.
   */
  pointersMaxCharacters: 1_000_000,
  /** Patterns; the cost of compiling them grows with the square of their number. */
  patternsMax: 500,
  /** Names that one property may require: the code of each contains all of them. */
  dependentNamesMax: 100,
  /**
   * Uses of `unevaluatedProperties` and `unevaluatedItems`, and the subschemas that a schema with one of them may have.
   */
  unevaluatedMax: 16,
  unevaluatedSchemasMax: 250,
  /** Problems of one schema that are reported. */
  problemsMax: 20,
  /** Places in a value that are reported to violate its schema. */
  errorsMax: 50,
  /**
   * Steps of checking one value. A step takes about a microsecond; `output-schema-steps.ts` defines how many steps each
   * check costs.
   */
  checkStepsMax: 500_000,
  /** Length of a text that is checked against the format `url`; the cost grows with the square of the length. */
  urlMaxCharacters: 2_083,
} as const
