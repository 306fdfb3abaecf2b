/** Where the service is: the document says how far above itself, and a prefix may stand in front of all paths. */

const { root = './', store = '' } = document.documentElement.dataset

/** Address of the root of the service; it ends with a slash. */
export const serviceRoot: string = new URL(root, location.href).href

/** Address below which views are. */
export const viewsRoot: string = `${serviceRoot}console/`

/** Origin of the store from which pictures may be shown; empty: none. */
export const storeOrigin: string = store
