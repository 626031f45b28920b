/**
 * The parts of the WebAssembly API that are used here. Node has the API, but TypeScript declares it only in its browser
 * types.
 */
declare namespace WebAssembly {
  type Imports = Readonly<Record<string, Readonly<Record<string, Memory | number | ((...args: never[]) => unknown)>>>>
  class Module {
    constructor(bytes: Uint8Array)
    private readonly brand
  }
  class Memory {
    constructor(size: { initial: number })
    readonly buffer: ArrayBuffer
  }
  class Table {
    get(index: number): (...args: never[]) => unknown
    set(index: number, value: unknown): void
    private readonly brand
  }
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Readonly<Record<string, unknown>>
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
}
