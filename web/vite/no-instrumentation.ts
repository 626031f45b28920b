/** Replaces React Router's `instrumentation` module when no instrumentation is used: see `without-server-data.ts`. */

export function consumeInstrumentationClientResultMetaReceiver(): undefined {
  return undefined
}

export function getRouteInstrumentationUpdates(): Record<string, never> {
  return {}
}

export function instrumentClientSideRouter<Router>(router: Router): Router {
  return router
}
