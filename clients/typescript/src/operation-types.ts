/** Types of requests and answers by the name of the operation in the API description. */
import type { operations } from './generated/openapi.ts'

export type OperationName = keyof operations

type Content<Carrier> = Carrier extends { content: { 'application/json': infer Body } } ? Body : never

type Answers<Name extends OperationName> = operations[Name]['responses']

/** Body of a request; never for an operation that takes none. */
export type RequestBody<Name extends OperationName> = operations[Name] extends { requestBody: infer Carrier }
  ? Content<Carrier>
  : never

/** Query parameters of an operation. */
export type QueryOf<Name extends OperationName> = NonNullable<operations[Name]['parameters']['query']>

/** JSON body of an answer that is no problem. */
export type ReplyOf<Name extends OperationName> = {
  [Status in keyof Answers<Name>]: Content<Answers<Name>[Status]>
}[keyof Answers<Name>]

/** An entry of a list. */
export type EntryOf<Name extends OperationName> = ReplyOf<Name> extends { data: (infer Entry)[] } ? Entry : never
