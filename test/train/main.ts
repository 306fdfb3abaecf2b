/**
 * Trains the model of content blocks and reports its quality on unseen sites.
 *
 * Usage: node test/train/main.ts <data directory> [model file]
 */
import { writeFileSync } from 'node:fs'
import { columnNames } from '@seine/activities/content/main-content/features.ts'
import { saveForest } from '@seine/activities/content/main-content/forest/forest-file.ts'
import { scoreRows, type Forest } from '@seine/activities/content/main-content/forest/forest.ts'
import { writeModel } from '@seine/activities/content/main-content/model.ts'
import { boostingDefaults, trainForest, type BoostingOptions } from './boosting.ts'
import { featureMatrix, hasContent, pageF1, readExamples, type Examples } from './examples.ts'
import { foldCount } from './folds.ts'
import { isOwn, readOwnPages } from './own-pages.ts'
import { readPages, type LabelledPage } from './pages.ts'
import { ScoreTable } from './score-table.ts'

const options: BoostingOptions = {
  ...boostingDefaults,
  trees: 120,
  leaves: 31,
  learningRate: 0.07,
  rowsPerLeafMin: 100,
  l2: 5,
  featureFraction: 0.3,
  baggingFraction: 0.5,
  binsMax: 127,
}

const [directory, modelFile] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: node test/train/main.ts <data directory> [model file]')

const examples = readExamples(allPages(directory))
const folds = Array.from({ length: foldCount }, (_, fold) => fold)
say(`${examples.list.length} pages, ${examples.rows} blocks`)

if (modelFile !== undefined) {
  const features = featureMatrix(examples)
  const forest = train(examples, features, columnNames, options, -1)
  report('sites seen', score(forest, features))
  writeFileSync(modelFile, `${JSON.stringify(writeModel(examples.tally.lexicon(), saveForest(forest)), null, 2)}\n`)
}
report('unseen sites', crossValidate(columnNames, options))

function* allPages(data: string): Generator<LabelledPage> {
  yield* readPages(data)
  yield* readOwnPages()
}

/** Returns the probabilities of all rows, each from a forest and a lexicon trained without the row's fold. */
function crossValidate(columns: readonly string[], how: BoostingOptions): Float64Array {
  const unseen = new Float64Array(examples.rows)
  for (const fold of folds) {
    const matrix = featureMatrix(examples, fold)
    const forest = train(examples, matrix, columns, how, fold)
    const all = score(forest, matrix)
    for (const example of examples.list) {
      if (example.fold !== fold) continue
      const end = example.row + example.words.length
      unseen.set(all.subarray(example.row, end), example.row)
    }
    say(`fold ${fold} done`)
  }
  return unseen
}

function train(
  { list, labels, weights }: Examples,
  matrix: Float32Array,
  columns: readonly string[],
  how: BoostingOptions,
  without: number,
): Forest {
  const width = columns.length
  const taken = list.filter((example) => example.fold !== without && hasContent(example.labels))
  const rows = taken.reduce((sum, example) => sum + example.words.length, 0)
  const data = {
    columns,
    matrix: new Float32Array(rows * width),
    labels: new Float32Array(rows),
    weights: new Float32Array(rows),
  }
  let at = 0
  for (const { row, words } of taken) {
    const end = row + words.length
    data.matrix.set(matrix.subarray(row * width, end * width), at * width)
    data.labels.set(labels.subarray(row, end), at)
    data.weights.set(weights.subarray(row, end), at)
    at += words.length
  }
  return trainForest(data, how)
}

function score(forest: Forest, matrix: Float32Array): Float64Array {
  const probabilities = new Float64Array(examples.rows)
  scoreRows(forest, matrix, examples.rows, probabilities)
  return probabilities
}

function report(title: string, probabilities: Float64Array): void {
  const table = new ScoreTable()
  for (const example of examples.list)
    if (!isOwn(example.page)) table.add(example.page.type, pageF1(example, probabilities))
  say(`${title}: ${table.line()}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
