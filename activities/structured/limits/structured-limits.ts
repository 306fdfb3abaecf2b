/** Limits of structured extraction: schemas, facts of a page, filling. */

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
