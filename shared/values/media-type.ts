/** Returns the media type in a Content-Type header, lower case and without parameters; empty if none is stated. */
export const mediaTypeOf = (contentType: string | null | undefined): string =>
  (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
