/**
 * Address of the service's root, from the relative path in the document. The service may be served below a path prefix.
 */

const { root = './', store = '' } = document.documentElement.dataset

/** Address of the root of the service; it ends with a slash. */
export const serviceRoot: string = new URL(root, location.href).href

/** Address below which views are. */
export const viewsRoot: string = `${serviceRoot}console/`

/** Origin of the object store, from which pictures may be loaded; empty without one. */
export const storeOrigin: string = store
