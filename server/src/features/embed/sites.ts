/** Which sites may show an assistant, and call it. */
export interface EmbedSites {
  /**
   * Origins of sites, exact, without our own. Undefined where there is no such assistant.
   * @param assistant as the site names it: an id of the catalogue, or the address of somebody's own one
   */
  allowed(assistant: string): Promise<readonly string[] | undefined>
}

export interface EmbedSitesOptions {
  /** Of the deployment: for every assistant. */
  origins: readonly string[]
  /** The id of an assistant who may be talked to; undefined where there is none. */
  idOf: (assistant: string) => Promise<string | undefined>
}

export function createEmbedSites({ origins, idOf }: EmbedSitesOptions): EmbedSites {
  return {
    allowed: async (assistant) => ((await idOf(assistant)) === undefined ? undefined : origins),
  }
}
