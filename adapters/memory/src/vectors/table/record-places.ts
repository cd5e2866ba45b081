import { createTableSet, type TableSet } from "./table-set.ts";
import { createVectorTable, type TableKey, type TableRow, type VectorTable } from "./vector-table.ts";

/** The location of a record. */
export interface Place {
  readonly table: VectorTable;
  readonly slot: number;
}

/** All records: their tables, and the location of each id. */
export interface RecordPlaces {
  readonly tables: TableSet;
  find(id: string): Place | undefined;
  /** Writes a record to its table and removes it from any other. Returns its table. */
  put(key: TableKey, row: TableRow): VectorTable;
  remove(id: string): void;
  /** Removes a table with all its records. */
  drop(table: VectorTable): void;
  /** Adds a table whose key is free. Of records with the same id the later generation wins. */
  adopt(table: VectorTable): void;
  clear(): void;
}

/** Table and slot are packed into one number: an object per record would take more memory. */
const SLOTS = 2 ** 32;

/**
 * Creates an empty set of records.
 * @param onDrop Called when a table is removed.
 */
export function createRecordPlaces(onDrop: (table: VectorTable) => void): RecordPlaces {
  const tables = createTableSet();
  const numbers = createTableNumbers();
  const places = new Map<string, number>();

  function addTable(table: VectorTable) {
    numbers.assign(table);
    tables.set(table);
  }

  const setPlace = (id: string, table: VectorTable, slot: number) =>
    places.set(id, numbers.of(table) * SLOTS + slot);

  function find(id: string): Place | undefined {
    const place = places.get(id);
    if (place === undefined) return undefined;
    return { table: numbers.tableOf(Math.floor(place / SLOTS)), slot: place % SLOTS };
  }

  function drop(table: VectorTable) {
    for (let slot = 0; slot < table.slots; slot += 1)
      if (table.groupAt(slot) > 0) places.delete(table.idAt(slot));
    numbers.release(table);
    tables.delete(table.key);
    onDrop(table);
  }

  function remove(id: string) {
    const place = find(id);
    if (!place) return;
    places.delete(id);
    place.table.remove(place.slot);
    // An empty table is dropped to free its memory.
    if (place.table.size === 0) drop(place.table);
  }

  return {
    tables,
    find,
    remove,
    drop,

    put(key, row) {
      let table = tables.get(key);
      if (table && table.dimensions !== row.vector.length) {
        drop(table);
        table = undefined;
      }
      const before = find(row.id);
      if (before && before.table !== table) remove(row.id);
      if (!table) {
        table = createVectorTable(key, row.vector.length);
        addTable(table);
      }
      const slot = table.put(row, before?.table === table ? before.slot : undefined);
      if (before?.table !== table) setPlace(row.id, table, slot);
      return table;
    },

    adopt(table) {
      if (tables.get(table.key) || table.size === 0) return;
      addTable(table);
      for (let slot = 0; slot < table.slots; slot += 1) {
        const id = table.idAt(slot);
        if (table.groupAt(slot) === 0) continue;
        const other = find(id);
        if (other && other.table.generationAt(other.slot) >= table.generationAt(slot)) table.remove(slot);
        else {
          if (other) remove(id);
          setPlace(id, table, slot);
        }
      }
      if (table.size === 0) drop(table);
    },

    clear() {
      for (const table of tables.all()) drop(table);
    },
  };
}

/** Numbers tables from 0; released numbers are reused. */
function createTableNumbers() {
  const byNumber: (VectorTable | undefined)[] = [];
  const free: number[] = [];
  const numbers = new Map<VectorTable, number>();
  const of = (table: VectorTable) => numbers.get(table) as number;
  return {
    of,
    tableOf: (number: number) => byNumber[number] as VectorTable,
    assign(table: VectorTable) {
      const number = free.pop() ?? byNumber.length;
      byNumber[number] = table;
      numbers.set(table, number);
    },
    release(table: VectorTable) {
      const number = of(table);
      numbers.delete(table);
      byNumber[number] = undefined;
      free.push(number);
    },
  };
}
