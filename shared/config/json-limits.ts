/** Limits of the `json` output: of callers' schemas, and of the data that is read from pages. */

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

/** Limits of the threads that compile callers' schemas and check values against them. */
export const schemaThreadLimits = {
  /** Threads of one process. */
  threads: 1,
  /** CPU time of one schema, and wall time, which can be much longer on a busy machine. */
  taskBudgetMs: 1_000,
  taskWallMs: 20_000,
  /** Tasks that wait for a thread: of one tenant, and of all tenants together. */
  waitingPerTenantMax: 16,
  waitingMax: 128,
  /** Wait time suggested to a caller whose tenant has too many tasks waiting. */
  retryAfterSecs: 2,
  /** Heap and buffers of a thread while it works on one schema; a thread that exceeds it is ended. */
  memoryMaxMb: 192,
  /** Old generation limit of V8 itself. */
  heapMaxMb: 512,
  /** A thread without work is ended after this long. */
  idleMs: 60_000,
  /** Verdicts on schemas that a process remembers. */
  verdictsKept: 2_000,
} as const

/** Limits of the compiled schemas that a thread keeps: their number, and their characters together. */
export const compiledSchemaLimits = {
  kept: 64,
  keptMaxCharacters: 512 * 1024,
} as const

/** Limits of texts that are not HTML. */
export const textFactLimits = {
  linesMax: 5_000,
} as const

/** Limits of the facts that are collected from a page to fill schemas. */
export const factLimits = {
  /** Nodes visited for one kind of fact; repeated visits count. */
  looksMax: 2_000_000,
  /** Length of one text; the rest is cut off. */
  textMaxCharacters: 4_000,
  /** All texts of one kind of fact together. */
  textsMaxCharacters: 2_000_000,
  entitiesMax: 1_000,
  /** Values of all entities of one kind of markup, including those of referenced entities. */
  entityValuesMax: 50_000,
  entityValueMaxCharacters: 50_000,
  /** Nesting depth of entities. */
  entityDepthMax: 12,
  metaNamesMax: 500,
  valuesPerMetaMax: 50,
  /** Scripts and attributes with state that are read: their number, and their characters together. */
  statesMax: 100,
  stateMaxCharacters: 4_000_000,
  /** Values of a state that are kept, their depth, and the characters of their strings together. */
  stateValuesMax: 40_000,
  stateDepthMax: 24,
  stateTextMaxCharacters: 2_000_000,
  labelsMax: 1_000,
  labelMaxCharacters: 60,
  tablesMax: 200,
  tableRowsMax: 2_000,
  tableColumnsMax: 100,
  /** Cells of all tables; cells repeated by spans count. */
  tableCellsMax: 50_000,
  groupsMax: 200,
  groupItemsMax: 1_000,
  /** Fields of one item, and of all items of a page. */
  itemFieldsMax: 60,
  fieldsMax: 20_000,
  /** Fields of a page outside all items. */
  pageFieldsMax: 500,
  namesPerPartMax: 16,
  imagesMax: 200,
  breadcrumbsMax: 30,
} as const

/** Limits of pages that a language model reads. */
export const modelReadLimits = {
  /** Time in addition to the longest load of a page of a job. */
  jobPageMs: 180_000,
} as const

/** Limits of filling a schema from a page's statements. */
export const fillLimits = {
  /** Total of names looked up, values tried, parts of schemas merged and patterns run. */
  stepsMax: 1_000_000,
  /** CPU time of one page; it ends work that counts few steps and takes long. */
  timeMsMax: 1_000,
  /** Steps between two checks of the clock. */
  stepsPerLook: 2_000,
  /** Pattern steps times characters that count as one step. */
  patternStepsPerStep: 20,
  /** Property names merged in one step, and characters of the name of a place. */
  mergedNamesPerStep: 20,
  nameCharactersPerStep: 50,
  levelsMax: 16,
  /** Properties of one object. */
  propertiesMax: 500,
  /** Items of one array. */
  itemsMax: 1_000,
  /** Candidates that are tried for one object. */
  thingsTriedMax: 6,
  /** Lists that are tried for one array. */
  collectionsMax: 120,
  /** Fields of one value whose source is reported. */
  sourcesMax: 5_000,
} as const
