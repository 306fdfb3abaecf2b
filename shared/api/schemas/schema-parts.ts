/** Schemas that many answers are made of. */
import { Type, type TSchema } from 'typebox'

/** A member that may be null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A text that may be null. */
export const textOrNull = (description: string) => orNull(Type.String(), description)

/** An integer of at least 0. */
export const count = (description: string) => Type.Integer({ minimum: 0, description })

/** A time in ISO 8601. */
export const dateTime = (description: string) => Type.String({ format: 'date-time', description })
