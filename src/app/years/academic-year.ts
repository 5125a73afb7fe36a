/** The academic year that holds this month: the year in which it begins. `startMonth` is its first month, 1 to 12. */
export function academicYearOf({ year, month }: { year: number; month: number }, startMonth: number): number {
  return month >= startMonth ? year : year - 1;
}

/** '2026-27'; '2026' where it begins in January. */
export function academicYearName(year: number, startMonth: number): string {
  return startMonth === 1 ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}
