/** Changes between the API descriptions (OpenAPI 3.1) of two releases that can break callers of the first. */
import { resolved, SchemaComparison, type ApiChange, type Direction, type Json } from './schema-changes.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Json
}

interface Body {
  required?: boolean
  content?: Record<string, { schema?: Json }>
}

interface Operation {
  operationId?: string
  parameters?: Json[]
  requestBody?: Json
  responses?: Record<string, Json>
  security?: Json[]
}

const keysOf = (value: unknown): string[] => Object.keys(value ?? {})

/**
 * Returns everything in which the later description breaks callers that were written for the earlier one: parts,
 * fields and values removed, fields newly required in requests, narrower bounds, other defaults, answers that leave out
 * what was always there. Descriptions, examples and additions are no changes.
 * @param was description of the earlier release.
 * @param is description of the later one.
 * @returns without duplicates, in the order of the earlier description.
 */
export function apiChanges(was: Json, is: Json): ApiChange[] {
  const found = new Map<string, ApiChange>()
  for (const change of new ApiComparison(was, is).all()) found.set(changeText(change), change)
  return [...found.values()]
}

/** One line for a change, by which exceptions name it. */
export const changeText = ({ at, kind }: ApiChange): string => `${at}: ${kind}`

class ApiComparison {
  readonly #was: Json
  readonly #is: Json
  readonly #schemas: SchemaComparison

  constructor(was: Json, is: Json) {
    this.#was = was
    this.#is = is
    this.#schemas = new SchemaComparison(was, is)
  }

  all(): ApiChange[] {
    const [wasParts, isParts] = [this.#was['components'], this.#is['components']] as (Json | undefined)[]
    return [
      ...this.#operations('paths', ''),
      ...this.#operations('webhooks', 'webhook '),
      ...removed(wasParts?.['securitySchemes'], isParts?.['securitySchemes'], 'security scheme removed', ''),
      ...this.#servers(),
    ]
  }

  #servers(): ApiChange[] {
    const urls = (document: Json): string[] => ((document['servers'] ?? []) as { url: string }[]).map(({ url }) => url)
    const gone = urls(this.#was).filter((url) => !urls(this.#is).includes(url))
    return gone.map((url) => ({ kind: 'server removed', at: url }))
  }

  #operations(part: 'paths' | 'webhooks', prefix: string): ApiChange[] {
    const wasPaths = (this.#was[part] ?? {}) as Record<string, Json>
    const isPaths = (this.#is[part] ?? {}) as Record<string, Json>
    return Object.entries(wasPaths).flatMap(([path, wasPath]) => {
      const isPath = isPaths[path]
      const used = methods.filter((method) => wasPath[method] !== undefined)
      return used.flatMap((method) => {
        const at = part === 'paths' ? `${method.toUpperCase()} ${path}` : `${prefix}${path}`
        if (isPath?.[method] === undefined) return [{ kind: 'operation removed', at }]
        const [was, is] = [wasPath[method] as Operation, isPath[method] as Operation]
        return part === 'paths' ? this.#operation(was, is, at) : this.#webhook(was, is, at)
      })
    })
  }

  #operation(was: Operation, is: Operation, at: string): ApiChange[] {
    const secured = (operation: Operation): string[] => (operation.security ?? []).map((each) => JSON.stringify(each))
    const ways = secured(was).filter((way) => !secured(is).includes(way))
    const isClosed = secured(was).length === 0 && secured(is).length > 0
    return [
      ...this.#name(was, is, at),
      ...(isClosed ? [{ kind: 'authentication newly required', at }] : []),
      ...ways.map((way) => ({ kind: `authentication ${way} removed`, at })),
      ...this.#parameters(was, is, at),
      ...this.#body(was.requestBody, is.requestBody, `${at} body`, 'request'),
      ...this.#answers(was, is, at),
    ]
  }

  /** Receivers of a webhook read its body as callers read answers. */
  #webhook(was: Operation, is: Operation, at: string): ApiChange[] {
    return [...this.#name(was, is, at), ...this.#body(was.requestBody, is.requestBody, `${at} body`, 'answer')]
  }

  /** Programs that generate clients name functions by it. */
  #name(was: Operation, is: Operation, at: string): ApiChange[] {
    if (was.operationId === is.operationId) return []
    return [{ kind: `operationId changed from ${String(was.operationId)} to ${String(is.operationId)}`, at }]
  }

  #parameters(was: Operation, is: Operation, at: string): ApiChange[] {
    const listed = (document: Json, operation: Operation): Map<string, Parameter> => {
      const parameters = (operation.parameters ?? []).map((each) => resolved(document, each) as unknown as Parameter)
      return new Map(parameters.map((each) => [`${at} ${each.in} ${each.name}`, each]))
    }
    const [before, now] = [listed(this.#was, was), listed(this.#is, is)]
    const kept = [...before].flatMap(([place, parameter]) => {
      const other = now.get(place)
      if (other === undefined) return [{ kind: 'parameter removed', at: place }]
      return this.#schemas.changes(parameter.schema ?? {}, other.schema ?? {}, place, 'request')
    })
    const needed = [...now].filter(([place, { required }]) => required === true && before.get(place)?.required !== true)
    return [...kept, ...needed.map(([place]) => ({ kind: 'parameter newly required', at: place }))]
  }

  #body(wasRef: Json | undefined, isRef: Json | undefined, at: string, direction: Direction): ApiChange[] {
    const was = resolved(this.#was, wasRef) as Body
    const is = resolved(this.#is, isRef) as Body
    const found = removed(was.content, is.content, 'media type removed', `${at} `)
    if (direction === 'request' && is.required === true && was.required !== true) {
      found.push({ kind: 'body newly required', at })
    }
    for (const [type, { schema }] of Object.entries(was.content ?? {})) {
      const other = is.content?.[type]
      if (other !== undefined) found.push(...this.#schemas.changes(schema ?? {}, other.schema ?? {}, at, direction))
    }
    return found
  }

  #answers(was: Operation, is: Operation, at: string): ApiChange[] {
    const found = removed(was.responses, is.responses, 'status removed', `${at} `)
    for (const [status, wasRef] of Object.entries(was.responses ?? {})) {
      const isRef = is.responses?.[status]
      if (isRef === undefined) continue
      const place = `${at} ${status}`
      const [before, now] = [resolved(this.#was, wasRef), resolved(this.#is, isRef)]
      found.push(...removed(before['headers'], now['headers'], 'header removed', `${place} `))
      found.push(...this.#body(before, now, place, 'answer'))
    }
    return found
  }
}

function removed(was: unknown, is: unknown, kind: string, prefix: string): ApiChange[] {
  const left = keysOf(is)
  const gone = keysOf(was).filter((name) => !left.includes(name))
  return gone.map((name) => ({ kind, at: `${prefix}${name}` }))
}
