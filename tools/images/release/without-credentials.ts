/** Removes user and password from every URL in a text; what follows is published with an image. */
export const withoutCredentials = (text: string): string =>
  // A password may contain `@`: the last one before the path ends it.
  text.replaceAll(/([a-z][a-z\d+.-]*:\/\/)[^/\s]*@/gi, '$1')
