/** Returns the media type in a Content-Type header, lower case and without parameters; empty when there is none. */
export const mediaTypeOf = (contentType: string | null | undefined): string =>
  (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
