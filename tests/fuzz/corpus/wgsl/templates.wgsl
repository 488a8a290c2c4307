fn f(a: i32, b: i32) -> bool { return (a < b) == (b > a) && array<vec2<i32>, (3 > 2)>()[0].x >= b >> 1u; }
