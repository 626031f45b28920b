/** The part of the WebAssembly API that is used here. Node has it, but its types come only with a browser's. */
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
