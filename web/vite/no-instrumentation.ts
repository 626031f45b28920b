/** Stands in for React Router's `instrumentation` where no instruments are given: see `without-server-data.ts`. */

export function consumeInstrumentationClientResultMetaReceiver(): undefined {
  return undefined
}

export function getRouteInstrumentationUpdates(): Record<string, never> {
  return {}
}

export function instrumentClientSideRouter<Router>(router: Router): Router {
  return router
}
