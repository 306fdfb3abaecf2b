/** Limits of the `json` output: of callers' schemas, and of what pages are read for. */

/** Of schemas that callers write. */
export const outputSchemaLimits = {
  levelsMax: 32,
  schemasMax: 2_000,
  /** Problems of one schema that are told. */
  problemsMax: 20,
  /** Places in a value that are told to break its schema. */
  errorsMax: 50,
  /** Of checking one value: schemas it is held against, names that are required of it. */
  checkStepsMax: 200_000,
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
  /** Names looked up and values tried, in all. */
  stepsMax: 1_000_000,
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
