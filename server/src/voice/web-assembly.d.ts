/**
 * The parts of the WebAssembly API that are used here. Node has the API, but TypeScript declares it only in its browser
 * types.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
    private readonly brand
  }
  class Memory {
    constructor(size: { initial: number })
    readonly buffer: ArrayBuffer
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>,
  ): Promise<Instance>
}
