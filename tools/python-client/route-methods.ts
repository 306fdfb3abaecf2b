/** `_async/routes.py`: one method for each route of the API description. */
import {
  bodySchema,
  operationsOf,
  referencedName,
  type ApiDescription,
  type DescribedParameter,
  type DescribedSchema,
  type PlacedOperation,
} from './description.ts'
import { docstring, generatedNotice, isName, literal, pascalCase, snakeCase } from './python-text.ts'
import { PythonTypes } from './python-types.ts'
import { optionsName } from './request-types.ts'

/** Methods with a shorter name than that of their operation. */
const shortNames: Record<string, string> = { scrapePage: 'scrape', mapSite: 'map' }

/** Operations that load pages and may take minutes. */
const slow = new Set(['scrapePage', 'mapSite', 'search', 'captureNetwork'])

/** Calls without an idempotency key that change nothing, so that they may be repeated after a 503. */
const repeatable = new Set(['scrapePage', 'mapSite', 'captureNetwork', 'pauseCrawl', 'resumeCrawl'])
for (const name of ['pauseBatch', 'resumeBatch', 'pauseWatch', 'resumeWatch']) repeatable.add(name)

/** Parameters that have another spelling, and those that the description cannot call required. */
const otherSpellings = new Set(['X-Idempotency-Key', 'q'])
const required = new Set(['search.query', 'readWatchText.url'])

/** The name of the method of an operation. */
export const methodName = (operationId: string): string => shortNames[operationId] ?? snakeCase(operationId)

interface Argument {
  name: string
  type: string
  required: boolean
  about: string
  parameter: DescribedParameter | null
}

const isFlag = ({ enum: values = [] }: DescribedSchema): boolean =>
  values.length === 2 && values.includes('true') && values.includes('false')

const firstLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ')

function parameterArgument(operation: PlacedOperation, parameter: DescribedParameter, types: PythonTypes): Argument {
  const { name, schema } = parameter
  const list = schema.type === 'array' && schema.items !== undefined
  // The position of a page is a number, which the description takes as text because it is in a path.
  const type =
    name === 'index'
      ? 'int | str'
      : isFlag(schema)
        ? 'bool'
        : list
          ? `Sequence[${types.typeOf(schema.items!, name)}]`
          : types.typeOf(schema, name)
  const isRequired = parameter.required === true || required.has(`${operation.operationId}.${name}`)
  return { name: snakeCase(name), type, required: isRequired, about: firstLine(parameter.description), parameter }
}

/** How tries of a call may be repeated. */
function repeats({ method, operationId, parameters = [] }: PlacedOperation): string {
  if (method === 'GET') return 'always'
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) return 'keyed'
  return method !== 'POST' || repeatable.has(operationId) ? 'unavailable' : 'refused'
}

interface Answer {
  type: string
  send: string
}

function answerOf({ operationId, responses }: PlacedOperation, types: PythonTypes, media: string): Answer {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const schemas = good.flatMap(([, response]) => bodySchema(response, media) ?? [])
  if (schemas.length > 0) {
    const type = referencedName(schemas[0]!) ?? types.typeOf(schemas[0]!, `${pascalCase(operationId)}Answer`)
    return type === 'dict[str, Any]' ? { type, send: 'raw' } : { type, send: 'model' }
  }
  const isText = good.some(([, { content = {} }]) => Object.keys(content).length > 0)
  return isText ? { type: 'str', send: 'text' } : { type: 'None', send: 'nothing' }
}

/** Statuses beyond 2xx that answer with the schema of a good answer. */
function alsoAnswers({ responses }: PlacedOperation): string[] {
  const named = Object.entries(responses).map(([status, response]) => {
    const schema = bodySchema(response)
    return { status, name: schema === undefined ? undefined : referencedName(schema) }
  })
  const good = new Set(named.filter(({ status }) => status.startsWith('2')).map(({ name }) => name))
  return named
    .filter(({ status, name }) => !status.startsWith('2') && name !== undefined && good.has(name))
    .map(({ status }) => status)
}

/** The path as the Python expression that fills it in. */
function pathText(path: string, args: readonly Argument[]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!args.some((argument) => argument.name === snakeCase(name))) throw new Error(`${path} has no parameter ${name}`)
    return `{segment(${snakeCase(name)}, '${snakeCase(name)}')}`
  })
  return filled === path ? literal(path) : `f${literal(filled)}`
}

const pairs = (args: readonly Argument[]): string =>
  `{${args.map(({ name, parameter }) => `${literal(parameter!.name)}: ${name}`).join(', ')}}`

/** One method, or two where an answer has a second form. */
function methodTexts(operation: PlacedOperation, description: ApiDescription, types: PythonTypes): string[] {
  const { operationId, parameters = [], requestBody, responses } = operation
  const body = requestBody === undefined ? undefined : bodySchema(requestBody)
  const name = body === undefined ? undefined : referencedName(body)!
  const schema = name === undefined ? undefined : description.components.schemas[name]!
  const given = parameters
    .filter((parameter) => !otherSpellings.has(parameter.name))
    .map((parameter) => parameterArgument(operation, parameter, types))
  const members = Object.entries(schema?.properties ?? {})
    .filter(([member]) => schema!.required?.includes(member))
    .map(([member, value]): Argument => {
      const type = memberType(value, name! + pascalCase(member), description)
      return { name: member, type, required: true, about: firstLine(value.description), parameter: null }
    })
  const args = [...given.filter((each) => each.required), ...members, ...given.filter((each) => !each.required)]
  const clash = args.find(
    (each) => !isName(each.name) || (each.parameter !== null && each.name in (schema?.properties ?? {})),
  )
  if (clash !== undefined) throw new Error(`${operationId}: ${clash.name} cannot be an argument`)
  const medias = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content))
  const texts = [methodText(operation, args, name, types)]
  if (medias.includes('application/har+json'))
    texts.push(methodText(operation, args, name, types, 'application/har+json'))
  return texts
}

/** The type of a required member; classes of requests are named by their module. */
function memberType(schema: DescribedSchema, name: string, description: ApiDescription): string {
  const types = new PythonTypes(description)
  const type = types.typeOf(schema, name)
  return types.classes.reduce(
    (text, each) => text.replaceAll(new RegExp(`\\b${each.name}\\b`, 'g'), `requests.${each.name}`),
    type,
  )
}

function methodText(
  operation: PlacedOperation,
  args: readonly Argument[],
  body: string | undefined,
  types: PythonTypes,
  media = 'application/json',
): string {
  const { operationId, method, path, summary, responses } = operation
  const isStream = Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)
  const isHar = media === 'application/har+json'
  const name = methodName(operationId) + (isHar ? '_har' : '')
  const first = args.filter((each) => each.required).map((each) => `${each.name}: ${each.type}`)
  const rest = args.filter((each) => !each.required).map((each) => `${each.name}: ${each.type} | None = None`)
  const more = body === undefined ? [] : [`**options: Unpack[requests.${optionsName(body)}]`]
  const signature = ['self', ...first, ...(rest.length > 0 ? ['*', ...rest] : []), ...more]
  const about = args.flatMap((each) => (each.about === '' ? [] : [`    ${each.name}: ${each.about}`]))
  const rule = isHar ? '\n\nThe answer is a HAR 1.2 file.' : ''
  const doc = docstring(`${summary}${rule}${about.length > 0 ? `\n\nArgs:\n${about.join('\n')}` : ''}`, '        ')
  const head = (kind: string, answer: string): string =>
    `    ${kind} ${name}(\n${signature.map((part) => `        ${part},\n`).join('')}    ) -> ${answer}:\n${doc}`
  const target = pathText(path, args)
  if (isStream)
    return `${head('def', 'AsyncIterator[JobEvent]')}        return self._events(${target}, last_event_id)\n`
  const query = args.filter(({ parameter }) => parameter?.in === 'query')
  const headers = args.filter(({ parameter }) => parameter?.in === 'header')
  const members = args
    .filter(({ parameter }) => parameter === null)
    .map((each) => `${literal(each.name)}: ${each.name}, `)
  const answering = alsoAnswers(operation)
  const call = [
    literal(method),
    target,
    ...(query.length > 0 ? [`query=${pairs(query)}`] : []),
    ...(headers.length > 0 ? [`headers=${pairs(headers)}`] : []),
    ...(body === undefined ? [] : [`body={${members.join('')}**options}`]),
    ...(isHar ? [`accept=${literal(media)}`] : []),
    `repeats=${literal(repeats(operation))}`,
    ...(slow.has(operationId) ? ['slow=True'] : []),
    ...(answering.length > 0 ? [`also_answers=(${answering.join(', ')},)`] : []),
  ]
  const { type, send } = answerOf(operation, types, media)
  const made = `Call(\n${call.map((part) => `            ${part},\n`).join('')}        )`
  const answer = send === 'model' ? `answers.${type}` : type
  const sent = `await self._transport.${send}(${send === 'model' ? `${answer}, ` : ''}call)`
  return `${head('async def', answer)}        call = ${made}\n        ${send === 'nothing' ? sent : `return ${sent}`}\n`
}

/** The text of the file. */
export function routeMethods(description: ApiDescription): string {
  const types = new PythonTypes(description)
  const methods = operationsOf(description).flatMap((operation) => methodTexts(operation, description, types))
  return `${generatedNotice}
"""The routes of the service: one method for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from seine_client import answers, requests
from seine_client._async.events import AsyncEvents
from seine_client._call import Call, segment
from seine_client._job_event import JobEvent

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncRoutes(AsyncEvents):
    """One method for each route of the service."""

${methods.join('\n')}`
}

/** \`_operations.py\`: the method of each operation. */
export function operationTable(description: ApiDescription): string {
  const rows = operationsOf(description).map(
    ({ operationId, method, path }) =>
      `    ${literal(operationId)}: (${literal(method)}, ${literal(path)}, ${literal(methodName(operationId))}),\n`,
  )
  return `${generatedNotice}
"""Each operation of the API description: its HTTP method, its path, and the method of the client."""

from __future__ import annotations

OPERATIONS: dict[str, tuple[str, str, str]] = {
${rows.join('')}}
`
}
