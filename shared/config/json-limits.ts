/** Limits of the `json` output: of callers' schemas, and of what pages are read for. */

/** Of schemas that callers write. */
export const outputSchemaLimits = {
  levelsMax: 32,
  /** Schemas in one, `true` and `false` counted like all others. */
  schemasMax: 2_000,
  /** Schemas that are compiled: the whole, and what each place that is referred to has in it. */
  compiledSchemasMax: 4_000,
  /** JSON pointers of all schemas together: each error that a schema may cause has its pointer in the compiled code. */
  pointersMaxCharacters: 1_000_000,
  /** Patterns; compiling them costs the square of their number. */
  patternsMax: 500,
  /** Names that one property may ask for: the code of each has all of them in it. */
  dependentNamesMax: 100,
  /** Uses of `unevaluatedProperties` and `unevaluatedItems`, and the schemas that a schema with one of them may have. */
  unevaluatedMax: 16,
  unevaluatedSchemasMax: 250,
  /** Problems of one schema that are told. */
  problemsMax: 20,
  /** Places in a value that are told to break its schema. */
  errorsMax: 50,
  /** Of checking one value; a step takes about a microsecond, `output-schema-steps.ts` says what costs how many. */
  checkStepsMax: 500_000,
  /** Of a text that is held against the format `url`, whose cost grows with the square of the length. */
  urlMaxCharacters: 2_083,
} as const

/** Of the threads that compile callers' schemas and check values against them. */
export const schemaThreadLimits = {
  /** Threads of one process. */
  threads: 1,
  /** CPU time of one schema, and time by the clock, which a busy machine makes much longer. */
  taskBudgetMs: 1_000,
  taskWallMs: 20_000,
  /** Tasks that wait for a thread: of one tenant, and of all together. */
  waitingPerTenantMax: 16,
  waitingMax: 128,
  /** What a caller is asked to wait whose tenant has too many tasks waiting. */
  retryAfterSecs: 2,
  /** Heap and buffers of a thread at one schema; beyond it the thread is ended. */
  memoryMaxMb: 192,
  /** Old generation at which V8 itself steps in. */
  heapMaxMb: 512,
  /** A thread without work is ended after so long. */
  idleMs: 60_000,
  /** Verdicts on schemas that a process remembers. */
  verdictsKept: 2_000,
} as const

/** Of compiled schemas that a thread keeps: how many, and characters of all of them together. */
export const compiledSchemaLimits = {
  kept: 64,
  keptMaxCharacters: 512 * 1024,
} as const

/** Of texts that are no HTML. */
export const textFactLimits = {
  linesMax: 5_000,
} as const

/** Of what is collected from a page to fill schemas with. */
export const factLimits = {
  /** Nodes that are looked at for one kind of fact, repeated looks counted. */
  looksMax: 2_000_000,
  /** Of one text; what is beyond is cut. */
  textMaxCharacters: 4_000,
  /** Of all texts of one kind of fact together. */
  textsMaxCharacters: 2_000_000,
  entitiesMax: 1_000,
  /** Values of all entities of one kind of markup, references followed. */
  entityValuesMax: 50_000,
  entityValueMaxCharacters: 50_000,
  /** Entities inside each other. */
  entityDepthMax: 12,
  metaNamesMax: 500,
  valuesPerMetaMax: 50,
  /** Scripts and attributes with state that are read: how many, and of how many characters together. */
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
  /** Cells of all tables, those that spans repeat counted. */
  tableCellsMax: 50_000,
  groupsMax: 200,
  groupItemsMax: 1_000,
  /** Of one item, and of all items of a page. */
  itemFieldsMax: 60,
  fieldsMax: 20_000,
  /** Of parts of a page outside of all items. */
  pageFieldsMax: 500,
  namesPerPartMax: 16,
  paragraphsMax: 500,
  headingsMax: 200,
  imagesMax: 200,
  linksMax: 1_000,
  breadcrumbsMax: 30,
} as const

/** Of pages that a language model reads. */
export const modelReadLimits = {
  /** On top of what loading a page of a job may take. */
  jobPageMs: 180_000,
} as const

/** Of filling a schema from what a page states. */
export const fillLimits = {
  /** Names looked up, values tried, parts of schemas merged and patterns run, in all. */
  stepsMax: 1_000_000,
  /** CPU time of one page; it ends what counts for few steps and takes long. */
  timeMsMax: 1_000,
  /** Steps between two looks at the clock. */
  stepsPerLook: 2_000,
  /** Steps of patterns times characters that are one step. */
  patternStepsPerStep: 20,
  /** Names of properties that are merged in one step, and characters of what a place is called. */
  mergedNamesPerStep: 20,
  nameCharactersPerStep: 50,
  levelsMax: 16,
  /** Of one object. */
  propertiesMax: 500,
  /** Of one array. */
  itemsMax: 1_000,
  /** Things that one object is tried with. */
  thingsTriedMax: 6,
  /** Lists that one array is tried with. */
  collectionsMax: 120,
  /** Fields of one value whose source is told. */
  sourcesMax: 5_000,
} as const
