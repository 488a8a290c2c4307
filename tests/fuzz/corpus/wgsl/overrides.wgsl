@id(3) override a = 1; override b: f32 = 2.0; override c = a * 2; var<workgroup> w: array<u32, c>;
@compute @workgroup_size(a, c) fn m() { w[0] = u32(b); }
