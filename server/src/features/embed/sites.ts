/** Which sites may show an assistant, and call it. */
export interface EmbedSites {
  /**
   * Origins of sites, exact, without our own. Undefined where there is no such assistant.
   */
  allowed(assistantId: string): Promise<readonly string[] | undefined>
}

export interface EmbedSitesOptions {
  /** Of the deployment: for every assistant. */
  origins: readonly string[]
  isThere: (assistantId: string) => Promise<boolean>
}

export function createEmbedSites({ origins, isThere }: EmbedSitesOptions): EmbedSites {
  return {
    allowed: async (assistantId) => ((await isThere(assistantId)) ? origins : undefined),
  }
}
