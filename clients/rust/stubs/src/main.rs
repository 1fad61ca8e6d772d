//! Makes the Rust stubs of every .proto file: `make proto`, or `make proto-check` to fail on drift.
//!
//! protoc and the generators are crates of fixed versions, so that every machine makes the same
//! stubs, and bots need none of them.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Stubs = BTreeMap<PathBuf, Vec<u8>>;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let check = std::env::args().nth(1).as_deref() == Some("--check");
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let place = crate_root.join("src/pb");
    let wanted = generate(&crate_root.join("../../proto"))?;
    let drift = difference(&wanted, &read(&place)?);
    if drift.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if check {
        eprintln!("src/pb differs from proto/ (run `make proto`): {}", drift.join(", "));
        return Ok(ExitCode::FAILURE);
    }
    write(&place, &wanted)?;
    Ok(ExitCode::SUCCESS)
}

/// Every stub file of these protos, by its name.
fn generate(protos: &Path) -> Result<Stubs, Box<dyn Error>> {
    let place = std::env::temp_dir().join(format!("lawspeaker-stubs-{}", std::process::id()));
    fs::create_dir_all(&place)?;
    let mut config = prost_build::Config::new();
    config
        .protoc_executable(protoc_bin_vendored::protoc_bin_path()?)
        .protoc_arg(format!("-I{}", protoc_bin_vendored::include_path()?.display()))
        .enable_type_names()
        .out_dir(&place)
        .include_file("mod.rs");
    let made = tonic_prost_build::configure()
        .build_server(false)
        .out_dir(&place)
        .include_file("mod.rs")
        .compile_with_config(config, &proto_files(protos)?, &[protos.to_path_buf()]);
    let stubs = made.and_then(|()| read(&place));
    fs::remove_dir_all(&place)?;
    Ok(stubs?)
}

/// The .proto files below a folder, in a fixed order.
fn proto_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension() == Some(OsStr::new("proto")) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The stub files of a folder, by name; none if it is not there.
fn read(folder: &Path) -> std::io::Result<Stubs> {
    if !folder.exists() {
        return Ok(Stubs::new());
    }
    fs::read_dir(folder)?
        .map(|entry| {
            let path = entry?.path();
            Ok((PathBuf::from(path.file_name().unwrap_or_default()), fs::read(&path)?))
        })
        .collect()
}

/// What is missing, different or left over, each in a few words.
fn difference(wanted: &Stubs, found: &Stubs) -> Vec<String> {
    let left_over = found.keys().filter(|name| !wanted.contains_key(*name));
    let mut lines: Vec<_> =
        left_over.map(|name| format!("{} is left over", name.display())).collect();
    for (name, data) in wanted {
        match found.get(name) {
            None => lines.push(format!("{} is missing", name.display())),
            Some(there) if there != data => lines.push(format!("{} is old", name.display())),
            Some(_) => {}
        }
    }
    lines
}

/// Put the stubs where they belong, and remove what no .proto makes any more.
fn write(place: &Path, stubs: &Stubs) -> std::io::Result<()> {
    fs::create_dir_all(place)?;
    for name in read(place)?.keys().filter(|name| !stubs.contains_key(*name)) {
        fs::remove_file(place.join(name))?;
    }
    for (name, data) in stubs {
        fs::write(place.join(name), data)?;
    }
    Ok(())
}
