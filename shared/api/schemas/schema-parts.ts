/** Schemas that many answers are made of. */
import { Type, type TSchema } from 'typebox'

/** A member that may be null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

export const textOrNull = (description: string) => orNull(Type.String(), description)

export const count = (description: string) => Type.Integer({ minimum: 0, description })

export const dateTime = (description: string) => Type.String({ format: 'date-time', description })
