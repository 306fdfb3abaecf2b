/** Entry point of the thread that compiles callers' schemas: one task at a time, until it is ended. */
import { parentPort } from 'node:worker_threads'
import { outputSchemaProblems } from '@seine/shared/api/output-schema/output-schema.ts'
import { pathPatternProblems } from '@seine/shared/api/rules/path-patterns.ts'
import type { Schema } from '@seine/shared/api/output-schema/output-shape.ts'
import { quietConsole } from '../../html/quiet-console.ts'
import { outputCheck } from '../output-checks.ts'
import type { SchemaAnswer, SchemaMessage, SchemaTask } from './schema-protocol.ts'

const port = parentPort
if (port === null) throw new Error('schema-thread.ts runs as a worker thread only')

function answer(task: SchemaTask): SchemaAnswer {
  if (task.kind === 'patterns') return { kind: 'patterns', problems: pathPatternProblems(task.patterns) }
  const schema = JSON.parse(task.schema) as Schema
  return task.kind === 'problems'
    ? { kind: 'problems', problems: outputSchemaProblems(schema) }
    : { kind: 'errors', errors: outputCheck(schema)(JSON.parse(task.value)) }
}

quietConsole()
const post = (message: SchemaMessage): void => port.postMessage(message)
// An uncaught error ends the thread, which the process notices at once.
port.on('message', (task: SchemaTask) => post(answer(task)))
post({ kind: 'ready' })
